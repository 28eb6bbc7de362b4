// SPDX-License-Identifier: MIT
// Proofs of complete unrollings.
#include <atomic>
#include <gtest/gtest.h>

#include "words/engine/bmc/proof.hpp"
#include "words/engine/bmc_support.hpp"

namespace hardbop::bmc {
namespace {

using test::find;
using test::Loop;

struct Proved {
  Loop loop{21, 22};
  certify::Claim claim;
  std::string text;

  Proved() {
    claim.files = {{"loop.c", certify::sha256("loop")}};
    claim.properties = {"p"};
    Budget budget;
    const MadeProof made =
        make_proof(loop.program(), {4}, find(loop.program(), {{4}}).depths, budget);
    if (made.proof) text = write_proof(claim, loop.program(), {4}, *made.proof, budget);
  }

  [[nodiscard]] certify::Validation::Status check(const std::string& certificate) const {
    const std::vector<std::string_view> keys = proof_keys();
    const certify::ScriptResult read = certify::read_script(certificate, keys);
    if (!read.script) return certify::Validation::Status::BadInput;
    Budget budget;
    return check_proof(loop.program(), {4}, *read.script, certificate, budget).status;
  }
};

TEST(BmcProof, of_a_complete_unrolling_is_valid) {
  const Proved proved;
  ASSERT_FALSE(proved.text.empty());
  EXPECT_EQ(proved.check(proved.text), certify::Validation::Status::Valid);
}

TEST(BmcProof, is_neither_written_nor_judged_without_time) {
  const Proved proved;
  const std::atomic<bool> cancel = true;
  Limits limits;
  limits.cancel = &cancel;
  Budget budget(limits);
  EXPECT_NE(budget.poll(), StopReason::None);
  const Program program = proved.loop.program();
  EXPECT_EQ(write_proof(proved.claim, program, {4}, {first_depths(program), {}}, budget), "");
  const certify::ScriptResult read = certify::read_script(proved.text, proof_keys());
  Budget late(limits);  // is not polled before the circuit is made
  EXPECT_EQ(check_proof(program, {4}, *read.script, proved.text, late).status,
            certify::Validation::Status::Unknown);
}

TEST(BmcProof, without_a_line_is_not_valid) {
  const Proved proved;
  std::size_t refused = 0;
  std::size_t lines = 0;
  for (std::size_t start = 0; start < proved.text.size(); ++lines) {
    const std::size_t end = proved.text.find('\n', start) + 1;
    std::string spoilt = proved.text;
    const std::string line = spoilt.substr(start, end - start);
    spoilt.erase(start, end - start);
    const bool is_valid = proved.check(spoilt) == certify::Validation::Status::Valid;
    if (!is_valid) ++refused;
    // A lemma may be one that others make superfluous. The claim is somebody else's business.
    EXPECT_TRUE(!is_valid || line.find("lemma") != std::string::npos ||
                line.find("property") != std::string::npos)
        << line;
    start = end;
  }
  EXPECT_GT(refused * 2, lines);
}

TEST(BmcProof, of_too_short_an_unrolling_is_not_valid) {
  const Proved proved;
  const std::size_t at = proved.text.find("unrolled-loop \"1 ");
  ASSERT_NE(at, std::string::npos);
  std::string spoilt = proved.text;
  const std::size_t number = at + std::string("unrolled-loop \"1 ").size();
  spoilt.replace(number, spoilt.find('"', number) - number, "8");
  EXPECT_EQ(proved.check(spoilt), certify::Validation::Status::Invalid);
}

}  // namespace
}  // namespace hardbop::bmc
