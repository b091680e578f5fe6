// Bytes that have no room in memory, in a file that has no name: it is gone when it is closed, also by a
// crash.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "egtb/file_source.hpp"
#include "rules/result.hpp"

namespace damier {

// Written, too, by any thread.
class ScratchFile final : public FileSource {
public:
    // ErrorKind::io names the folder, here and later.
    static Result<std::unique_ptr<ScratchFile>> create(const std::filesystem::path& folder);
    ~ScratchFile() override;
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    const std::string& name() const override { return name_; }
    Result<std::uint64_t> size() const override { return size_; }
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) const override;
    // Gives where they are.
    Result<std::uint64_t> append(std::span<const std::byte> bytes);

private:
    ScratchFile(std::filesystem::path folder, int descriptor);

    std::filesystem::path folder_;
    std::string name_;
    int descriptor_;
    std::atomic<std::uint64_t> size_{0};
};

}  // namespace damier
