// SPDX-License-Identifier: MIT
// The tables behind the macros of GNU's ctype.h, for programs that were preprocessed; else the
// macros are not used. Elements from -128 on can be read; the locale is "C".
enum {
  upper = 0x100,
  lower = 0x200,
  alpha = 0x400,
  digit = 0x800,
  xdigit = 0x1000,
  space = 0x2000,
  print = 0x4000,
  graph = 0x8000,
  blank = 0x1,
  cntrl = 0x2,
  punct = 0x4,
  alnum = 0x8,
  visible = print | graph,
};

static const unsigned short classes[384] = {
  [128 ... 136] = cntrl,
  [137] = cntrl | space | blank,
  [138 ... 141] = cntrl | space,
  [142 ... 159] = cntrl,
  [160] = print | space | blank,
  [161 ... 175] = visible | punct,
  [176 ... 185] = visible | digit | xdigit | alnum,
  [186 ... 192] = visible | punct,
  [193 ... 198] = visible | upper | alpha | xdigit | alnum,
  [199 ... 218] = visible | upper | alpha | alnum,
  [219 ... 224] = visible | punct,
  [225 ... 230] = visible | lower | alpha | xdigit | alnum,
  [231 ... 250] = visible | lower | alpha | alnum,
  [251 ... 254] = visible | punct,
  [255] = cntrl,
};

static const unsigned short *const classes_from_zero = classes + 128;

const unsigned short **__ctype_b_loc(void) {
  return (const unsigned short **)&classes_from_zero;
}
