#include "egtb/file_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace damier {
namespace {

// strerror is not safe with threads; this is.
std::string error_text(int error) { return std::generic_category().message(error); }

class PosixFile final : public FileSource {
public:
    PosixFile(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}
    ~PosixFile() override { ::close(descriptor_); }
    PosixFile(const PosixFile&) = delete;
    PosixFile& operator=(const PosixFile&) = delete;

    const std::string& name() const override { return name_; }

    Result<std::uint64_t> size() const override {
        struct stat status {};
        if (::fstat(descriptor_, &status) != 0) return failed("examine", errno);
        return static_cast<std::uint64_t>(status.st_size);
    }

    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) const override {
        std::size_t done = 0;
        while (done < out.size()) {
            const ssize_t got =
                ::pread(descriptor_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
            if (got == 0) break;
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return failed("read", errno);
            done += static_cast<std::size_t>(got);
        }
        return done;
    }

private:
    tl::unexpected<Error> failed(std::string_view what, int error) const {
        return fail(ErrorKind::io, fmt::format("cannot {} file '{}': {}", what, name_, error_text(error)));
    }

    int descriptor_;
    std::string name_;
};

class MemorySource final : public FileSource {
public:
    MemorySource(Bytes bytes, std::string name) : bytes_(std::move(bytes)), name_(std::move(name)) {}

    const std::string& name() const override { return name_; }
    Result<std::uint64_t> size() const override { return bytes_.size(); }
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) const override {
        if (offset >= bytes_.size()) return std::size_t{0};
        const auto part = std::span(bytes_).subspan(static_cast<std::size_t>(offset));
        const std::size_t count = std::min(part.size(), out.size());
        std::copy_n(part.begin(), count, out.begin());
        return count;
    }

private:
    Bytes bytes_;
    std::string name_;
};

}  // namespace

Result<std::unique_ptr<FileSource>> open_file_source(const std::filesystem::path& path) {
    const std::string name = path.string();
    // Not blocking: a named pipe must not hang the program before it is refused.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        const int error = errno;
        const char* remedy = error == EMFILE ? "; raise the limit of open files (ulimit -n)" : "";
        return fail(ErrorKind::io,
                    fmt::format("cannot open file '{}': {}{}", name, error_text(error), remedy));
    }
    auto file = std::make_unique<PosixFile>(descriptor, name);
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        return fail(ErrorKind::io, fmt::format("cannot open file '{}': it is not an ordinary file", name));
    }
    return file;
}

std::unique_ptr<FileSource> make_memory_source(Bytes bytes, std::string name) {
    return std::make_unique<MemorySource>(std::move(bytes), std::move(name));
}

}  // namespace damier
