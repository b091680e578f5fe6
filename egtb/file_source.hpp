// Where the bytes of a table come from. Tests and fuzzing put memory behind the same interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "egtb/little_endian.hpp"
#include "rules/result.hpp"

namespace damier {

// Const functions are safe to call from several threads at once.
class FileSource {
public:
    virtual ~FileSource() = default;

    // For messages.
    virtual const std::string& name() const = 0;
    virtual Result<std::uint64_t> size() const = 0;
    // Reads into all of `out`, less only where the file ends; gives the number of bytes read.
    virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) const = 0;
};

// An ordinary file, read with pread: a file that is cut while it is in use gives an error, where a mapping
// would raise SIGBUS. Fails for what is not an ordinary file.
Result<std::unique_ptr<FileSource>> open_file_source(const std::filesystem::path& path);

std::unique_ptr<FileSource> make_memory_source(Bytes bytes, std::string name);

}  // namespace damier
