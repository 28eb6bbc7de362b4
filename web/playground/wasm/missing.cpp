// SPDX-License-Identifier: MIT
// What the playground does without: certificates, which need a SAT solver, C, and a partitioner.
// And a hash function, as the library that Hardbop takes it from is not made for WebAssembly.
#include <array>
#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <metis.h>
#include <string>
#include <string_view>

#include "base/certificate/claim.hpp"
#include "product/api/certificate.hpp"
#include <hardbop/c_check.hpp>
#include <hardbop/page.hpp>

extern "C" {
int METIS_SetDefaultOptions(idx_t* /*options*/) {
  return METIS_OK;
}
/// Who asks divides in the middle then.
int METIS_PartGraphRecursive(idx_t* /*nodes*/, idx_t* /*constraints*/, idx_t* /*offsets*/,
                             idx_t* /*ends*/, idx_t* /*weights*/, idx_t* /*sizes*/,
                             idx_t* /*edge_weights*/, idx_t* /*parts*/, real_t* /*targets*/,
                             real_t* /*balance*/, idx_t* /*options*/, idx_t* /*cut*/,
                             idx_t* /*part*/) {
  return METIS_ERROR;
}
}

namespace hardbop {

std::vector<EngineDescription> c_engines() {
  return {};
}

namespace api {

Certificate::Certificate(const Program::Implementation& program,
                         const std::vector<bp::ProcedureId>& /*entries*/, Budget& budget,
                         Answer& answer)
    : program_(program), budget_(budget), answer_(answer) {
  answer_.no_certificate = "the playground makes no certificates";
}

void Certificate::add(const std::vector<bp::Target>& /*targets*/,
                      const std::vector<engine::Finding>& /*findings*/) {}

void Certificate::add(const bp::Threads& /*threads*/, const std::vector<bp::Target>& /*targets*/,
                      const engine::Bound& /*bound*/,
                      const std::vector<engine::ConcurrentFinding>& /*findings*/) {}

void Certificate::add(const PropertyResult& /*result*/, const temporal::Formula& /*ltl*/,
                      const temporal::LtlFinding& /*finding*/) {}

void Certificate::refuse(std::string /*reason*/) {}

void Certificate::finish() {}

}  // namespace api

namespace certify {

namespace {

constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Digest = std::array<std::uint32_t, 8>;

void digest_block(Digest& digest, const unsigned char* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    w[i] = std::uint32_t{block[4 * i]} << 24U | std::uint32_t{block[4 * i + 1]} << 16U |
           std::uint32_t{block[4 * i + 2]} << 8U | block[4 * i + 3];
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3U);
    const std::uint32_t b = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10U);
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  auto [a, b, c, d, e, f, g, h] = digest;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                              ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
    const std::uint32_t two =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  const Digest more{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) digest[i] += more[i];
}

}  // namespace

std::string sha256(std::string_view text) {
  std::string padded(text);
  padded += '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 0xffU);
  Digest digest{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (std::size_t at = 0; at < padded.size(); at += 64)
    digest_block(digest, reinterpret_cast<const unsigned char*>(padded.data()) + at);
  std::string out;
  for (const std::uint32_t word : digest) out += fmt::format("{:08x}", word);
  return out;
}

}  // namespace certify

}  // namespace hardbop
