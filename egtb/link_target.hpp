// Where a file is written whose name is a symbolic link.
#pragma once

#include <filesystem>

#include "rules/result.hpp"

namespace damier {

// What the name leads to, itself where it is no link; the file need not be there. ErrorKind::io for links in
// a circle.
Result<std::filesystem::path> link_target(const std::filesystem::path& path);

}  // namespace damier
