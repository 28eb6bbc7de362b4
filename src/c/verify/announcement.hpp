// SPDX-License-Identifier: MIT
// The results that are known so far, for listeners, and the time that is left for the rest.
#pragma once

#include <string>
#include <vector>

#include "c/verify/inquiry.hpp"

namespace hardbop::verify {

/// Forgets those that do not apply, unless none does: then it says so, and keeps them.
bool leave_out_not_applicable(std::vector<Decided>& all);

class Announcement {
 public:
  /// Tells what is asked. Time counts from here.
  Announcement(const Request& request, Observer observer, const std::vector<Property>& asked);

  /// A share of what is left of the time, for the next of so many.
  [[nodiscard]] Allowance next(std::size_t open) const;
  /// What is left of the time.
  [[nodiscard]] Allowance rest() const { return deadline_.rest(); }
  /// What all that is told from now on rests on.
  void assume(std::vector<std::string> assumptions);
  /// Tells all that is odd about the program, so far.
  void warn(const Messages& warnings);
  /// Tells what was decided of the one of this number.
  void tell(std::size_t number, Decided decided);
  /// Tells which statements are known to be reached, so far.
  void cover(Coverage known);
  [[nodiscard]] const Report& so_far() const { return report_; }

 private:
  const Request& request_;
  Observer observer_;
  Deadline deadline_;
  Report report_;

  void tell() const;
};

}  // namespace hardbop::verify
