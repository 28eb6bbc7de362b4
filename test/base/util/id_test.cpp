// SPDX-License-Identifier: MIT
#include "base/util/id.hpp"

#include <gtest/gtest.h>
#include <string>
#include <type_traits>
#include <unordered_set>

namespace hardbop {

namespace {

using CatId = Id<struct Cat>;
using DogId = Id<struct Dog>;

static_assert(!std::is_convertible_v<CatId, DogId>);
static_assert(!std::is_constructible_v<CatId, DogId>);
static_assert(!std::is_convertible_v<std::uint32_t, CatId>);
static_assert(!std::is_convertible_v<CatId, std::uint32_t>);

TEST(Id, is_a_number_or_none) {
  EXPECT_TRUE(CatId().is_none());
  EXPECT_FALSE(CatId(0).is_none());
  EXPECT_EQ(CatId(7).index(), 7U);
  EXPECT_LT(CatId(1), CatId(2));
  EXPECT_EQ(CatId(3), CatId(3));
}

TEST(Id, is_what_values_are_kept_by) {
  ById<CatId, std::string> names;
  const CatId first = names.add("a");
  const CatId second = names.add("b");
  EXPECT_EQ(names[first], "a");
  names[second] = "c";
  std::unordered_set<CatId> all;
  std::string text;
  for (const CatId id : names.ids()) {
    all.insert(id);
    text += names[id];
  }
  EXPECT_EQ(all.size(), 2U);
  EXPECT_EQ(text, "ac");
  const CatId next = names.next();
  EXPECT_EQ(names.add("d"), next);
}

TEST(Id, is_what_marks_are_kept_by) {
  ById<CatId, bool> marks(2);
  marks[CatId(1)] = true;
  EXPECT_FALSE(marks[CatId(0)]);
  EXPECT_TRUE(marks[CatId(1)]);
  for (auto mark : marks) mark = true;
  EXPECT_TRUE(marks[CatId(0)]);
}

}  // namespace

}  // namespace hardbop
