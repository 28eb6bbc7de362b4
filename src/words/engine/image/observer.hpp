// SPDX-License-Identifier: MIT
// Who wants to see the steps of image computation. The search tells; it does not know what for.
#pragma once

#include "words/engine/image/layout.hpp"
#include "words/transform/from_bp.hpp"

namespace hardbop::image {

/// The image of some states has been computed.
struct ImageStep {
  std::uint64_t step = 0;
  std::uint64_t frame = 0;
  const std::vector<words::BlockId>&
      blocks;                // where the states are; several where they are a group
  const bdd::Bdd& frontier;  // states that had not been left before
  const Layout& layout;
  const words::Graph& graph;
  std::size_t new_nodes = 0;  // of the frontier
  std::size_t nodes = 0;      // of all managers
};

class ImageObserver {
 public:
  ImageObserver() = default;
  ImageObserver(const ImageObserver&) = delete;
  ImageObserver& operator=(const ImageObserver&) = delete;
  virtual ~ImageObserver() = default;

  /// A Boolean program is searched; blocks are those of `program`.
  virtual void begin(const bp::Graph& graph, const words::InlinedProgram& program) = 0;
  /// Steps come one at a time, also where several threads search.
  virtual void step(const ImageStep& step) = 0;
};

}  // namespace hardbop::image
