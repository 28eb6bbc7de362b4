// SPDX-License-Identifier: MIT
// time.h: clocks say anything; the parts of a time are in their ranges, but not computed from it.
typedef __SIZE_TYPE__ size_t;
typedef long time_t;

void __assume(int condition);
void __assumption(const char *text);
void __change_errno(void);
_Bool __choose_bool(void);
int __choose_int(void);
long __choose_long(void);
size_t __choose_size(void);
void __print_nowhere(const char *s, int precision);
void __any_string(char *to, size_t length);

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

static const char zone[4] = "UTC";

static int choose(int least, int most) {
  int out = __choose_int();
  __assume(out >= least && out <= most);
  return out;
}

static void choose_parts(struct tm *to) {
  to->tm_sec = choose(0, 60);
  to->tm_min = choose(0, 59);
  to->tm_hour = choose(0, 23);
  to->tm_mday = choose(1, 31);
  to->tm_mon = choose(0, 11);
  to->tm_year = __choose_int();
  to->tm_wday = choose(0, 6);
  to->tm_yday = choose(0, 365);
  to->tm_isdst = choose(-1, 1);
  to->tm_gmtoff = choose(-86400, 86400);
  to->tm_zone = zone;
}

static struct tm *choose_time(const time_t *time, struct tm *to) {
  time_t given = *time;
  if (__choose_bool()) {
    __change_errno();
    return 0;
  }
  choose_parts(to);
  return to;
}

struct tm *localtime_r(const time_t *time, struct tm *to) {
  __assumption("'localtime_r' returns any time");
  return choose_time(time, to);
}

struct tm *gmtime_r(const time_t *time, struct tm *to) {
  __assumption("'gmtime_r' returns any time");
  return choose_time(time, to);
}

static struct tm shared;

struct tm *localtime(const time_t *time) {
  __assumption("'localtime' returns any time");
  return choose_time(time, &shared);
}

struct tm *gmtime(const time_t *time) {
  __assumption("'gmtime' returns any time");
  return choose_time(time, &shared);
}

static time_t time_of(struct tm *parts) {
  int given = parts->tm_sec;
  given = parts->tm_year;
  if (__choose_bool()) {
    __change_errno();
    return -1;
  }
  choose_parts(parts);
  return __choose_long();
}

time_t mktime(struct tm *parts) {
  __assumption("'mktime' returns any time");
  return time_of(parts);
}

time_t timegm(struct tm *parts) {
  __assumption("'timegm' returns any time");
  return time_of(parts);
}

double difftime(time_t a, time_t b) {
  return (double)a - (double)b;
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *parts) {
  size_t length = __choose_size();
  int given = parts->tm_sec;
  __assumption("'strftime' stores any string");
  __print_nowhere(format, -1);
  if (size == 0 || __choose_bool()) return 0;
  __assume(length < size);
  __any_string(to, length);
  return length;
}

enum { length_of_time = 25 };

static char text_of_time[length_of_time + 1];

static char *choose_text(void) {
  __any_string(text_of_time, length_of_time);
  __assume(text_of_time[length_of_time - 1] == '\n');
  return text_of_time;
}

char *asctime(const struct tm *parts) {
  int given = parts->tm_sec;
  __assumption("'asctime' returns any string of 25 characters");
  return choose_text();
}

char *ctime(const time_t *time) {
  time_t given = *time;
  __assumption("'ctime' returns any string of 25 characters");
  return choose_text();
}

struct timespec {
  long seconds, nanoseconds;
};

int nanosleep(const struct timespec *wanted, struct timespec *rest) {
  struct timespec given = *wanted;
  if (__choose_bool()) return 0;
  __change_errno();
  if (rest == 0) return -1;
  rest->seconds = __choose_long();
  rest->nanoseconds = __choose_long();
  __assume(rest->seconds >= 0 && rest->seconds <= given.seconds);
  __assume(rest->nanoseconds >= 0 && rest->nanoseconds < 1000000000);
  return -1;
}

int clock_getres(int clock, struct timespec *to) {
  if (__choose_bool()) {
    __change_errno();
    return -1;
  }
  if (to == 0) return 0;
  to->seconds = __choose_long();
  to->nanoseconds = __choose_long();
  __assume(to->seconds >= 0 && to->nanoseconds >= 0 && to->nanoseconds < 1000000000);
  return 0;
}
