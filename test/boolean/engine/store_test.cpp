// SPDX-License-Identifier: MIT
#include "boolean/engine/store/store.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "boolean/engine/compare_store.hpp"
#include "boolean/engine/store/reuse.hpp"
#include "support.hpp"

namespace hardbop::engine {
namespace {

namespace fs = std::filesystem;
using test::Sample;

/// Removed at the end.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("store_test." + std::to_string(::getpid()))) {
    fs::remove_all(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }
  [[nodiscard]] const fs::path& path() const { return path_; }
  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(path_)) out.push_back(entry.path());
    return out;
  }

 private:
  fs::path path_;
};

struct Asked {
  bool reached = false;
  Reuse::Figures figures;
};

/// Whether main's label ERROR is reached.
Asked ask_known(const std::string& text, Snapshot& snapshot) {
  const Sample sample(text);
  Budget budget;
  const std::vector<bp::VertexId> targets{sample.label("ERROR")};
  Reuse reuse(sample.graph(), targets, snapshot, budget);
  Asked out;
  EXPECT_TRUE(reuse.run({sample.procedure("main")}, [&](bp::VertexId v) {
    out.reached = out.reached || v == targets.front();
    return true;
  }));
  out.figures = reuse.figures();
  return out;
}

/// main calls a, which calls b twice; b writes g.
std::string chain(const std::string& leaf, const std::string& condition = "g") {
  return "decl g, h; void main() begin g := F; h := F; a(); if (" + condition +
         ") then ERROR: skip; fi end void a() begin b(); b(); end void b() begin " + leaf + " end";
}

TEST(Store, an_unchanged_program_is_not_explored) {
  Snapshot snapshot;
  const Asked first = ask_known(chain("g := !g;"), snapshot);
  EXPECT_FALSE(first.reached);
  EXPECT_EQ(first.figures.explored, 3U);
  const Asked again = ask_known(chain("/* the same */ g := !g;"), snapshot);
  EXPECT_FALSE(again.reached);
  EXPECT_EQ(again.figures.explored, 0U);
  EXPECT_EQ(again.figures.taken, 3U);
}

TEST(Store, callers_of_a_procedure_that_does_what_it_did_are_taken) {
  Snapshot snapshot;
  EXPECT_FALSE(ask_known(chain("g := !g;"), snapshot).reached);
  const Asked again = ask_known(chain("if (g) then g := F; else g := T; fi"), snapshot);
  EXPECT_FALSE(again.reached);
  EXPECT_EQ(again.figures.explored, 1U);
  EXPECT_EQ(again.figures.taken, 2U);
}

TEST(Store, callers_of_a_procedure_that_does_something_else_are_explored) {
  Snapshot snapshot;
  EXPECT_FALSE(ask_known(chain("g := !g;"), snapshot).reached);
  EXPECT_TRUE(ask_known(chain("g := T;"), snapshot).reached);
  EXPECT_FALSE(ask_known(chain("g := F;"), snapshot).reached);
}

TEST(Store, new_entries_of_a_known_procedure_are_explored_alone) {
  const auto text = [](const char* first) {
    return std::string("decl g; void main() begin g := ") + first +
           "; a(); if (g) then ERROR: skip; fi end void a() begin g := g & !g; end";
  };
  Snapshot snapshot;
  EXPECT_FALSE(ask_known(text("F"), snapshot).reached);
  const Asked again = ask_known(text("T"), snapshot);
  EXPECT_FALSE(again.reached);
  EXPECT_EQ(again.figures.explored_in_part, 1U);
}

TEST(Store, globals_may_change_their_places) {
  Snapshot snapshot;
  EXPECT_FALSE(ask_known(chain("g := !g;"), snapshot).reached);
  const Asked again = ask_known("decl z; " + chain("g := !g;"), snapshot);
  EXPECT_FALSE(again.reached);
  EXPECT_EQ(again.figures.explored, 0U);
  EXPECT_TRUE(ask_known("decl h2; " + chain("g := !g; h := !g;", "h"), snapshot).reached);
}

TEST(Store, answers_after_random_edits_are_those_without_a_store) {
  const Folder folder;
  test::StoreComparison total;
  for (std::uint64_t seed = 0; seed < test::repetitions(300); ++seed) {
    const test::StoreComparison one = test::compare_store(seed, folder.path());
    ASSERT_EQ(one.difference, "");
    total.taken += one.taken;
    total.explored_in_part += one.explored_in_part;
  }
  EXPECT_GT(total.taken, 100U);
  EXPECT_GT(total.explored_in_part, 20U);
}

TEST(Store, a_damaged_file_is_ignored_with_a_message) {
  const Folder folder;
  FileStore files(folder.path(), 1'000'000, "1");
  files.keep(digest_of("name"), "kind", "contents");
  EXPECT_EQ(files.take(digest_of("name"), "kind"), "contents");
  ASSERT_EQ(folder.files().size(), 1U);
  std::fstream(folder.files().front(), std::ios::in | std::ios::out | std::ios::ate).write("x", 1);
  EXPECT_FALSE(files.take(digest_of("name"), "kind"));
  ASSERT_EQ(files.problems().size(), 1U);
  EXPECT_EQ(files.problems().front().text, "damaged file ignored");
  FileStore other(folder.path(), 1'000'000, "2");
  files.keep(digest_of("name"), "kind", "contents");
  EXPECT_FALSE(other.take(digest_of("name"), "kind"));
  EXPECT_EQ(other.problems().front().text, "file of another version ignored");
}

TEST(Store, files_that_were_not_used_for_the_longest_time_are_removed) {
  const Folder folder;
  FileStore files(folder.path(), 2'000, "1");
  const std::string contents(800, 'x');
  const auto age = [&](const char* name, int hours) {
    for (const fs::path& file : folder.files())
      if (file.extension() == std::string(".") + name)
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  files.keep(digest_of("name"), "a", contents);
  files.keep(digest_of("name"), "b", contents);
  age("a", 3);
  age("b", 2);
  EXPECT_TRUE(files.take(digest_of("name"), "a"));  // used now
  files.keep(digest_of("name"), "c", contents);
  EXPECT_TRUE(files.take(digest_of("name"), "a"));
  EXPECT_FALSE(files.take(digest_of("name"), "b"));
  EXPECT_TRUE(files.take(digest_of("name"), "c"));
}

TEST(Store, a_snapshot_is_written_and_read) {
  Snapshot snapshot;
  EXPECT_FALSE(ask_known(chain("g := !g;"), snapshot).reached);
  const std::string bytes = snapshot.to_bytes();
  std::optional<Snapshot> read = Snapshot::from_bytes(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->records, snapshot.records);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(Snapshot::from_bytes(std::string_view(bytes).substr(0, size)));
}

}  // namespace
}  // namespace hardbop::engine
