#include "egtb/scratch_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "egtb/atomic_file.hpp"

namespace damier {

namespace {

tl::unexpected<Error> failed(const std::filesystem::path& folder, std::string_view what, int error) {
    const std::string room = room_left(folder, error);
    return fail(ErrorKind::io,
                fmt::format("cannot {} a scratch file in '{}': {}{}{}", what, folder.string(),
                            std::generic_category().message(error), room,
                            room.empty() ? "" : "; make room there, or give the build more --memory"));
}

}  // namespace

Result<std::unique_ptr<ScratchFile>> ScratchFile::create(const std::filesystem::path& folder) {
    std::filesystem::path name;
    int descriptor = -1;
    do {
        // Who is killed before the name is gone leaves what the next build removes.
        name = temporary_name(folder / "scratch.dmr");
        descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    } while (descriptor < 0 && errno == EEXIST);
    if (descriptor < 0) return failed(folder, "make", errno);
    ::unlink(name.c_str());
    return std::unique_ptr<ScratchFile>{new ScratchFile{folder, descriptor}};
}

ScratchFile::ScratchFile(std::filesystem::path folder, int descriptor)
    : folder_{std::move(folder)},
      name_{fmt::format("a scratch file in '{}'", folder_.string())},
      descriptor_{descriptor} {}

ScratchFile::~ScratchFile() { ::close(descriptor_); }

Result<std::uint64_t> ScratchFile::append(std::span<const std::byte> bytes) {
    const std::uint64_t begin = size_.fetch_add(bytes.size());
    for (std::uint64_t at = begin; !bytes.empty();) {
        const ::ssize_t put = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<::off_t>(at));
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return failed(folder_, "write", put < 0 ? errno : ENOSPC);
        bytes = bytes.subspan(static_cast<std::size_t>(put));
        at += static_cast<std::uint64_t>(put);
    }
    return begin;
}

Result<std::size_t> ScratchFile::read_at(std::uint64_t offset, std::span<std::byte> out) const {
    std::size_t done = 0;
    while (done < out.size()) {
        const ::ssize_t got =
            ::pread(descriptor_, out.data() + done, out.size() - done, static_cast<::off_t>(offset + done));
        if (got == 0) break;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed(folder_, "read", errno);
        done += static_cast<std::size_t>(got);
    }
    return done;
}

}  // namespace damier
