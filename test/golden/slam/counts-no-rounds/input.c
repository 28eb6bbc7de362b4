extern int __VERIFIER_nondet_int(void);
void reach_error(void);

/* Predicates such as sum - 2 < 1, sum - 4 < 1 never end; sum >= 1 is true in all rounds. */
int main(void)
{
    int rounds = __VERIFIER_nondet_int();
    int sum = 1;
    if (rounds < 1 || rounds > 30000)
        return 0;
    for (int i = 0; i < rounds; i++) {
        sum = sum + 2;
        if (sum > 3 * rounds + 1)
            sum = 1;
    }
    if (sum < 1)
        reach_error();
    return 0;
}
