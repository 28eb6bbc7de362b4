long long counter = 1;
