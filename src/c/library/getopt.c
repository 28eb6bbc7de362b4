// SPDX-License-Identifier: MIT
// getopt and getopt_long of unistd.h and getopt.h, as GNU libc has them without POSIXLY_CORRECT:
// arguments that are no options are moved behind the others. Its messages are seen by nobody.
typedef __SIZE_TYPE__ size_t;

void __unsupported(const char* text);

struct option {
  const char* name;
  int has_arg;
  int* flag;
  int val;
};

char* optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

static char* rest;                 // of the argument that is read, behind the letters that were
static int first_left, last_left;  // from where to where arguments are no options, and were skipped
static int problem;                // the option of the last error: optopt after each call
static _Bool is_started;

static _Bool is_no_option(const char* argument) {
  return argument[0] != '-' || argument[1] == 0;
}

// Arguments that were skipped go behind the options that came then.
static void exchange(char** arguments) {
  int count = last_left - first_left;
  for (int i = last_left; i < optind; i++) {
    char* moved = arguments[i];
    for (int k = i; k > i - count; k--) arguments[k] = arguments[k - 1];
    arguments[i - count] = moved;
  }
  first_left += optind - last_left;
  last_left = optind;
}

static void start(void) {
  if (optind == 0) optind = 1;
  first_left = last_left = optind;
  rest = 0;
  is_started = 1;
}

static void skip_others(int count, char** arguments) {
  if (first_left != last_left && last_left != optind)
    exchange(arguments);
  else if (last_left != optind)
    first_left = optind;
  while (optind < count && is_no_option(arguments[optind])) optind++;
  last_left = optind;
}

// "--" ends the options.
static void end_options(int count, char** arguments) {
  optind++;
  if (first_left != last_left && last_left != optind)
    exchange(arguments);
  else if (first_left == last_left)
    first_left = optind;
  last_left = optind = count;
}

// Where the name, of so many letters, is: 2 where it is all of the other, 1 where it starts it.
static int match(const char* name, const char* given, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (name[i] == 0 || name[i] != given[i]) return 0;
  return name[length] == 0 ? 2 : 1;
}

static int find_long(const struct option* all, const char* given, size_t length) {
  int found = -1;
  for (int i = 0; all[i].name != 0; i++) {
    int how = match(all[i].name, given, length);
    if (how == 2) return i;
    if (how == 0) continue;
    if (found >= 0 && (all[found].has_arg != all[i].has_arg || all[found].flag != all[i].flag ||
                       all[found].val != all[i].val))
      found = -2;
    if (found == -1) found = i;
  }
  return found;
}

static int take_long(int count, char** arguments, const char* letters, const struct option* all,
                     int* index) {
  char* given = arguments[optind] + 2;
  size_t length = 0;
  int found;
  while (given[length] != 0 && given[length] != '=') length++;
  found = find_long(all, given, length);
  optind++;
  rest = 0;
  if (found < 0 || (given[length] != 0 && all[found].has_arg == 0)) {
    problem = found < 0 ? 0 : all[found].val;
    return '?';
  }
  if (given[length] != 0) {
    optarg = given + length + 1;
  } else if (all[found].has_arg == 1) {
    if (optind >= count) {
      problem = all[found].val;
      return letters[0] == ':' ? ':' : '?';
    }
    optarg = arguments[optind++];
  }
  if (index != 0) *index = found;
  if (all[found].flag == 0) return all[found].val;
  *all[found].flag = all[found].val;
  return 0;
}

static int take_letter(int count, char** arguments, const char* letters) {
  char letter = *rest++;
  size_t i = 0;
  while (letters[i] != 0 && letters[i] != letter) i++;
  if (*rest == 0) optind++;
  if (letters[i] == 0 || letter == ':' || letter == ';') {
    problem = (unsigned char)letter;
    return '?';
  }
  if (letters[i + 1] == ';') __unsupported(" with this list of options");
  if (letters[i + 1] != ':') return (unsigned char)letter;
  if (*rest != 0) {
    optarg = rest;
    optind++;
  } else if (letters[i + 2] != ':') {
    if (optind >= count) {
      rest = 0;
      problem = (unsigned char)letter;
      return letters[0] == ':' ? ':' : '?';
    }
    optarg = arguments[optind++];
  }
  rest = 0;
  return (unsigned char)letter;
}

static int take(int count, char** arguments, const char* letters, const struct option* all,
                int* index) {
  _Bool keeps_order = letters[0] == '+', takes_all = letters[0] == '-';
  if (count < 1) return -1;
  optarg = 0;
  if (optind == 0 || !is_started) start();
  if (keeps_order || takes_all) letters++;
  if (rest == 0 || *rest == 0) {
    if (last_left > optind) last_left = optind;
    if (first_left > optind) first_left = optind;
    if (!keeps_order && !takes_all) skip_others(count, arguments);
    if (optind != count && arguments[optind][0] == '-' && arguments[optind][1] == '-' &&
        arguments[optind][2] == 0)
      end_options(count, arguments);
    if (optind == count) {
      if (first_left != last_left) optind = first_left;
      return -1;
    }
    if (is_no_option(arguments[optind])) {
      if (keeps_order) return -1;
      optarg = arguments[optind++];
      return 1;
    }
    if (all != 0 && arguments[optind][1] == '-')
      return take_long(count, arguments, letters, all, index);
    rest = arguments[optind] + 1;
  }
  return take_letter(count, arguments, letters);
}

int getopt(int count, char** arguments, const char* letters) {
  int taken = take(count, arguments, letters, 0, 0);
  optopt = problem;
  return taken;
}

int getopt_long(int count, char** arguments, const char* letters, const struct option* all,
                int* index) {
  int taken = take(count, arguments, letters, all, index);
  optopt = problem;
  return taken;
}
