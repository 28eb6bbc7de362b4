// SPDX-License-Identifier: MIT
// CLI11 keeps no list of the values that an option accepts, but its validators have names, which
// nothing else uses: an offer is the name of its validator.
#include "product/main/offers.hpp"

#include <fmt/format.h>
#include <sstream>

namespace hardbop::cli {

namespace {

/// The name that holds the offer; empty where no validator has one.
std::string validator_name(CLI::Option& option) {
  try {
    for (int index = 0;; ++index)
      if (std::string name = option.get_validator(index)->get_name(); !name.empty()) return name;
  } catch (const CLI::OptionNotFound&) {  // there is no validator of that index
    return {};
  }
}

}  // namespace

CLI::Validator offering(const Offer& offer) {
  return offering(offer, {[](const std::string& /*any*/) { return std::string(); }, ""});
}

CLI::Validator offering(const Offer& offer, CLI::Validator validator) {
  return validator.name(fmt::format("{}", fmt::join(offer, " ")));
}

Offer offer_of(CLI::Option& option) {
  Offer offer;
  std::istringstream words(validator_name(option));
  for (std::string word; words >> word;) offer.push_back(word);
  if (!offer.empty()) return offer;
  const std::string value = option.get_positional() ? option.get_name() : option.get_option_text();
  if (value.starts_with("DIR") || value.starts_with("FOLDER")) return {"*/"};
  if (value.starts_with("FILE") || value.starts_with("PATH")) return {"*"};
  return {};
}

}  // namespace hardbop::cli
