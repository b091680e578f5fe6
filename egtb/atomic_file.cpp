#include "egtb/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
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

// fsync of the folder makes the new name last. A file system that cannot do it (EINVAL) has nothing to be
// told.
int sync_folder(const std::filesystem::path& folder, const FileCalls& calls) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return errno;
    const int error = calls.sync(descriptor) != 0 && errno != EINVAL ? errno : 0;
    ::close(descriptor);
    return error;
}

// What the system knows of a process of this machine. Its number alone tells little: a dead one that nobody
// has waited for keeps it, and later another process may have it, which then started at another time.
struct Process {
    bool known = false;
    bool dead = false;        // a zombie
    std::uint64_t start = 0;  // in ticks since the machine started
};

Process process_of(pid_t number) {
    std::ifstream file{fmt::format("/proc/{}/stat", number)};
    std::string text;
    std::getline(file, text);
    // The second field, a name in parentheses, may have blanks and parentheses; the third is the state, the
    // 22nd the start (proc(5)).
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) return {};
    std::istringstream fields{text.substr(name_end + 1)};
    std::string state;
    std::string skipped;
    Process process;
    fields >> state;
    for (int field = 4; field < 22; ++field) fields >> skipped;
    process.known = static_cast<bool>(fields >> process.start);
    process.dead = state == "Z" || state == "X";
    return process;
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

std::filesystem::path temporary_name(const std::filesystem::path& final_name) {
    std::random_device random;
    return folder_of(final_name) / fmt::format(".{}.tmp.{}.{}.{}.{:08x}", final_name.filename().string(),
                                               writer_host(), ::getpid(), process_of(::getpid()).start,
                                               random());
}

std::string room_left(const std::filesystem::path& folder, int error) {
    if (error != ENOSPC && error != EDQUOT && error != EFBIG) return {};
    struct statvfs status {};
    if (::statvfs(folder.c_str(), &status) != 0) return {};
    const double mebibytes =
        static_cast<double>(status.f_bavail) * static_cast<double>(status.f_frsize) / (1024.0 * 1024.0);
    return fmt::format(" ({:.1f} MiB free in '{}')", mebibytes, folder.string());
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
        return fail(ErrorKind::io, fmt::format("cannot {} file '{}': {}{}", what, path.string(),
                                               error_text(error), room_left(folder_of(target), error)));
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
    do {
        open->temporary = temporary_name(open->target);
        open->descriptor = ::open(open->temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (open->descriptor < 0 && errno == EEXIST);
    if (open->descriptor < 0) return open->failed("create", errno);
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
    std::optional<std::uint64_t> start = {};
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
    const std::string_view behind = rest.substr(second + 1);
    std::uint64_t start = 0;
    const auto read = std::from_chars(behind.data(), behind.data() + behind.size(), start);
    if (read.ec == std::errc() && read.ptr != behind.data() + behind.size() && *read.ptr == '.')
        owner.start = start;
    return owner;
}

bool is_alive(const Owner& owner) {
    const Process process = process_of(owner.process);
    if (!process.known) return ::kill(owner.process, 0) == 0 || errno != ESRCH;
    return !process.dead && (!owner.start || process.start == *owner.start);
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
        const bool dead = owner->host == host && !is_alive(*owner);
        std::error_code ignored;  // another cleaner may have been faster
        if (dead && std::filesystem::remove(entry->path(), ignored)) {
            ++counts.removed;
        } else if (!dead) {
            ++counts.kept;
        }
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
