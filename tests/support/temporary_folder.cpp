#include "tests/support/temporary_folder.hpp"

#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace damier::test {

FolderContent content_of(const std::filesystem::path& folder) {
    FolderContent content;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        content[entry.path().filename().string()] = read_file(entry.path());
    }
    return content;
}

void put_content(const std::filesystem::path& folder, const FolderContent& content) {
    std::filesystem::create_directories(folder);
    for (const auto& [name, bytes] : content_of(folder)) {
        if (!content.contains(name)) std::filesystem::remove(folder / name);
    }
    for (const auto& [name, bytes] : content) write_file(folder / name, bytes);
}

std::vector<std::string> differences(const FolderContent& expected, const FolderContent& found) {
    std::vector<std::string> lines;
    for (const auto& [name, bytes] : expected) {
        const auto it = found.find(name);
        if (it == found.end()) {
            lines.push_back(name + " is missing");
        } else if (it->second != bytes) {
            lines.push_back(name + " differs");
        }
    }
    for (const auto& [name, bytes] : found) {
        if (!expected.contains(name)) lines.push_back(name + " is too much");
    }
    return lines;
}

std::vector<std::string> temporaries_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with('.')) names.push_back(name);
    }
    return names;
}

TinyDisk::TinyDisk(std::size_t bytes) {
    const std::string options = "size=" + std::to_string(bytes);
    if (::mount("damier-test", path().c_str(), "tmpfs", 0, options.c_str()) != 0) {
        trouble_ = std::string{"cannot mount a tmpfs: "} + std::strerror(errno);
    }
}
TinyDisk::~TinyDisk() {
    if (!trouble_) ::umount2(path().c_str(), MNT_DETACH);
}
bool TinyDisk::resize(std::size_t bytes) {
    const std::string options = "size=" + std::to_string(bytes);
    return ::mount("damier-test", path().c_str(), "tmpfs", MS_REMOUNT, options.c_str()) == 0;
}

FileSizeLimit::FileSizeLimit(std::size_t bytes) : handler_{std::signal(SIGXFSZ, SIG_IGN)} {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
}
FileSizeLimit::~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
}

Unprivileged::Unprivileged() : root_{::geteuid() == 0} {
    if (root_ && ::seteuid(65'534) != 0) throw std::runtime_error("cannot become nobody");
}
Unprivileged::~Unprivileged() {
    if (root_ && ::seteuid(0) != 0) std::terminate();
}

}  // namespace damier::test
