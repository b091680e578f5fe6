#include "egtb/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include "egtb/link_target.hpp"

namespace damier {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;
constexpr std::string_view temporary_mark = ".dmr.tmp.";

std::string error_text(int error) { return std::generic_category().message(error); }

std::filesystem::path folder_of(const std::filesystem::path& path) {
    return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::string free_space(const std::filesystem::path& folder) {
    struct statvfs status {};
    if (::statvfs(folder.c_str(), &status) != 0) return {};
    const double mebibytes =
        static_cast<double>(status.f_bavail) * static_cast<double>(status.f_frsize) / (1024.0 * 1024.0);
    return fmt::format(" ({:.1f} MiB free in '{}')", mebibytes, folder.string());
}

// fsync of the folder makes the new name last. A file system that cannot do it (EINVAL) has nothing to be
// told.
int sync_folder(const std::filesystem::path& folder, const FileCalls& calls) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return errno;
    const int error = calls.sync(descriptor) != 0 && errno != EINVAL ? errno : 0;
    ::close(descriptor);
    return error;
}

}  // namespace

std::string writer_host() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
    std::string host = name.data();
    std::replace_if(
        host.begin(), host.end(), [](char c) { return c == '.' || c == '/'; }, '-');
    return host.empty() ? "unknown" : host;
}

FileCalls system_file_calls() {
    return {[](int descriptor, const void* bytes, std::size_t count) -> std::ptrdiff_t {
                return ::write(descriptor, bytes, count);
            },
            ::fsync, std::rename};
}

struct AtomicFile::Open {
    std::filesystem::path path;
    std::filesystem::path target;  // where links lead
    std::filesystem::path temporary;
    FileCalls calls;
    int descriptor = -1;
    bool published = false;
    Bytes buffer = {};

    Open(std::filesystem::path final_path, std::filesystem::path real_path, const FileCalls& file_calls)
        : path(std::move(final_path)), target(std::move(real_path)), calls(file_calls) {}
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;
    ~Open() {
        if (descriptor < 0) return;
        ::close(descriptor);
        if (!published) ::unlink(temporary.c_str());
    }

    tl::unexpected<Error> failed(std::string_view what, int error) const {
        const bool space = error == ENOSPC || error == EDQUOT || error == EFBIG;
        return fail(ErrorKind::io,
                    fmt::format("cannot {} file '{}': {}{}", what, path.string(), error_text(error),
                                space ? free_space(folder_of(target)) : ""));
    }

    // A new file of a unique name, locked as long as this process has it open: who finds it unlocked knows
    // that its writer is dead. 0 or errno.
    int create_temporary() {
        std::random_device random;
        for (;;) {
            temporary = folder_of(target) / fmt::format(".{}.tmp.{}.{}.{:08x}", target.filename().string(),
                                                        writer_host(), ::getpid(), random());
            descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor < 0 && errno == EEXIST) continue;
            if (descriptor < 0) return errno;
            // One that cleans up may come before the lock. Where nothing can be locked, nothing is cleaned up
            // for being unlocked.
            struct stat ours {};
            const bool taken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
            if (!taken && ::fstat(descriptor, &ours) == 0 && ours.st_nlink > 0) return 0;
            ::close(descriptor);
        }
    }

    Result<void> write_all(std::span<const std::byte> bytes) {
        while (!bytes.empty()) {
            const std::ptrdiff_t put = calls.write(descriptor, bytes.data(), bytes.size());
            if (put < 0 && errno == EINTR) continue;
            if (put <= 0) return failed("write", put < 0 ? errno : ENOSPC);
            bytes = bytes.subspan(static_cast<std::size_t>(put));
        }
        return {};
    }
    Result<void> write_buffer() {
        Result<void> done = write_all(buffer);
        buffer.clear();
        return done;
    }
};

AtomicFile::AtomicFile(std::unique_ptr<Open> open) : open_(std::move(open)) {}
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&&) noexcept = default;
AtomicFile::~AtomicFile() = default;

const std::filesystem::path& AtomicFile::path() const { return open_->path; }
const std::filesystem::path& AtomicFile::temporary_path() const { return open_->temporary; }

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path, const FileCalls& calls) {
    auto target = link_target(path);
    if (!target) return fail(std::move(target.error()));
    auto open = std::make_unique<Open>(path, std::move(*target), calls);
    // A device or a pipe would be replaced by a file.
    std::error_code ignored;
    const auto there = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
        return fail(ErrorKind::io, fmt::format("'{}' is there and is no regular file", path.string()));
    if (const int error = open->create_temporary(); error != 0) return open->failed("create", error);
    return AtomicFile(std::move(open));
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes) {
    Bytes& buffer = open_->buffer;
    if (buffer.size() + bytes.size() > buffer_size) {
        if (Result<void> done = open_->write_buffer(); !done) return done;
        if (bytes.size() > buffer_size) return open_->write_all(bytes);
    }
    buffer.insert(buffer.end(), bytes.begin(), bytes.end());
    return {};
}

Result<void> AtomicFile::flush() {
    if (Result<void> done = open_->write_buffer(); !done) return done;
    if (open_->calls.sync(open_->descriptor) != 0) return open_->failed("write", errno);
    // Only advice, so a refusal does not matter.
    (void)::posix_fadvise(open_->descriptor, 0, 0, POSIX_FADV_DONTNEED);
    return {};
}

Result<void> AtomicFile::publish() {
    if (open_->calls.rename(open_->temporary.c_str(), open_->target.c_str()) != 0) {
        const int error = errno;
        // An NFS server that did the renaming, but whose answer was lost, fails the repeated request with
        // ENOENT.
        struct stat ours {};
        struct stat found {};
        const bool done = error == ENOENT && ::fstat(open_->descriptor, &ours) == 0 &&
                          ::stat(open_->target.c_str(), &found) == 0 && ours.st_dev == found.st_dev &&
                          ours.st_ino == found.st_ino;
        if (!done) return open_->failed("rename", error);
    }
    open_->published = true;
    if (const int error = sync_folder(folder_of(open_->target), open_->calls); error != 0) {
        return open_->failed("write the folder of", error);
    }
    return {};
}

namespace {

// The writer of a temporary file.
struct Owner {
    std::string host;
    pid_t process = 0;
};
std::optional<Owner> owner_of(std::string_view file) {
    const std::size_t mark = file.find(temporary_mark);
    if (!file.starts_with('.') || mark == std::string_view::npos) return std::nullopt;
    const std::string_view rest = file.substr(mark + temporary_mark.size());
    const std::size_t first = rest.find('.');
    const std::size_t second = rest.find('.', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) return std::nullopt;
    Owner owner{std::string(rest.substr(0, first))};
    const std::string_view number = rest.substr(first + 1, second - first - 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), owner.process);
    if (error != std::errc() || end != number.data() + number.size() || owner.process <= 0)
        return std::nullopt;
    return owner;
}

// Removes a file of this machine whose writer is gone. Its lock tells; its number only where nothing can be
// locked, since a zombie has one, and it may be that of another process by now.
bool remove_abandoned(const std::filesystem::path& file, pid_t process) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    const bool dead = locked || (errno != EWOULDBLOCK && ::kill(process, 0) != 0 && errno == ESRCH);
    const bool removed = dead && ::unlink(file.c_str()) == 0;
    ::close(descriptor);
    return removed;
}

}  // namespace

Result<StaleTemporaries> remove_stale_temporaries(const std::filesystem::path& folder) {
    StaleTemporaries counts;
    std::error_code error;
    const std::string host = writer_host();
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const auto owner = owner_of(entry->path().filename().string());
        if (!owner) continue;
        ++(owner->host == host && remove_abandoned(entry->path(), owner->process) ? counts.removed
                                                                                  : counts.kept);
    }
    if (error) {
        return fail(ErrorKind::io,
                    fmt::format("cannot list folder '{}': {}", folder.string(), error.message()));
    }
    return counts;
}

Result<std::size_t> remove_temporaries_of(const std::filesystem::path& folder,
                                          const std::set<std::string>& hosts) {
    std::size_t removed = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const auto owner = owner_of(entry->path().filename().string());
        std::error_code ignored;  // another cleaner may have been faster
        if (owner && hosts.contains(owner->host) && std::filesystem::remove(entry->path(), ignored))
            ++removed;
    }
    if (error) {
        return fail(ErrorKind::io,
                    fmt::format("cannot list folder '{}': {}", folder.string(), error.message()));
    }
    return removed;
}

}  // namespace damier
