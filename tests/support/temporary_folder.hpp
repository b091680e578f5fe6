// Folders of tables in tests: what is in them, byte by byte, and disks that are full.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "egtb/little_endian.hpp"
#include "tests/egtb/scratch_folder.hpp"

namespace damier::test {

// By file name; temporary files (hidden ones) too.
using FolderContent = std::map<std::string, Bytes>;

FolderContent content_of(const std::filesystem::path& folder);
// The folder holds just that afterwards.
void put_content(const std::filesystem::path& folder, const FolderContent& content);

// What is missing, too much or different, a line each; empty where both are the same.
std::vector<std::string> differences(const FolderContent& expected, const FolderContent& found);

// Hidden files: what an unfinished writer leaves.
std::vector<std::string> temporaries_in(const std::filesystem::path& folder);

// A file system in memory of a few pages, mounted on a folder of its own; only root can.
class TinyDisk {
public:
    explicit TinyDisk(std::size_t bytes);
    ~TinyDisk();
    TinyDisk(const TinyDisk&) = delete;
    TinyDisk& operator=(const TinyDisk&) = delete;

    // Why there is none.
    const std::optional<std::string>& trouble() const { return trouble_; }
    const std::filesystem::path& path() const { return folder_.path(); }
    bool resize(std::size_t bytes);

private:
    ScratchFolder folder_;
    std::optional<std::string> trouble_;
};

// While it lives, no file of this process may grow beyond that: write() fails with EFBIG, as it does with
// ENOSPC on a full disk. Nobody has to be root for it.
class FileSizeLimit {
public:
    explicit FileSizeLimit(std::size_t bytes);
    ~FileSizeLimit();
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

// While it lives, permissions hold for this process even if it is root's.
class Unprivileged {
public:
    Unprivileged();
    ~Unprivileged();
    Unprivileged(const Unprivileged&) = delete;
    Unprivileged& operator=(const Unprivileged&) = delete;

private:
    bool root_;
};

}  // namespace damier::test
