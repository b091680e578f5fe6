// A file that appears under its name whole or not at all, also after a crash, a power cut, or on NFS.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "egtb/little_endian.hpp"
#include "rules/result.hpp"

namespace damier {

// The system calls that can fail for want of space or by a broken disk; tests put their own in their place.
struct FileCalls {
    std::ptrdiff_t (*write)(int descriptor, const void* bytes, std::size_t count);
    int (*sync)(int descriptor);
    int (*rename)(const char* from, const char* to);
};
FileCalls system_file_calls();

// Writes to a hidden file beside the final one (where links lead), which is removed unless published.
class AtomicFile {
public:
    static Result<AtomicFile> create(const std::filesystem::path& path,
                                     const FileCalls& calls = system_file_calls());
    AtomicFile(AtomicFile&&) noexcept;
    AtomicFile& operator=(AtomicFile&&) noexcept;
    ~AtomicFile();

    const std::filesystem::path& path() const;            // the final name
    const std::filesystem::path& temporary_path() const;  // the present one

    // Buffered. After an error the file can only be given up.
    Result<void> write(std::span<const std::byte> bytes);
    // All that was written is on the disk, and the system's copy of it dropped: who reads it back reads the
    // disk.
    Result<void> flush();
    // Gives the file its final name, replacing what has it. Call flush() first.
    Result<void> publish();

private:
    struct Open;
    explicit AtomicFile(std::unique_ptr<Open> open);
    std::unique_ptr<Open> open_;
};

// A name beside a final one that nobody else has: a file of it that is left behind is known by it.
std::filesystem::path temporary_name(const std::filesystem::path& final_name);
// " (1.0 MiB free in 'folder')" where an error of the system means that there is no room, else nothing.
std::string room_left(const std::filesystem::path& folder, int error);

struct StaleTemporaries {
    std::size_t removed = 0;
    std::size_t kept = 0;  // of live processes, or of other hosts, where nobody here can know
};
// Removes what dead writers of this host left: `.<name>.dmr.tmp.<host>.<process>.<its start>.<random>`.
Result<StaleTemporaries> remove_stale_temporaries(const std::filesystem::path& folder);

// How the names of temporary files call this machine.
std::string writer_host();
// Removes what writers of these hosts left, dead or not: for who knows that none of them works any more. A
// writer that does all the same fails when it publishes. Gives how many were removed.
Result<std::size_t> remove_temporaries_of(const std::filesystem::path& folder,
                                          const std::set<std::string>& hosts);

}  // namespace damier
