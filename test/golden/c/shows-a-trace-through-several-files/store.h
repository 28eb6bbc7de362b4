int take(int from);

static inline int room(int wanted) {
  return wanted;
}
