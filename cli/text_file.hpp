// Small text files, whole.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "rules/result.hpp"

namespace damier {

// ErrorKind::io; ErrorKind::not_answerable where there is no such file.
Result<std::string> read_whole(const std::filesystem::path& file);

// Under its name whole or not at all, in place of what had it.
Result<void> write_text(const std::filesystem::path& file, std::string_view text);
// The same; makes the folders.
Result<void> write_whole(const std::filesystem::path& file, std::string_view text);

}  // namespace damier
