#include "cli/text_file.hpp"

#include <fstream>
#include <span>
#include <sstream>
#include <system_error>

#include "egtb/atomic_file.hpp"

namespace damier {

Result<std::string> read_whole(const std::filesystem::path& file) {
    std::error_code error;
    const bool there = std::filesystem::exists(file, error);
    std::ifstream in{file, std::ios::binary};
    if (!in) {
        return fail(there || error ? ErrorKind::io : ErrorKind::not_answerable,
                    file.string() + (there || error ? ": cannot be read" : ": there is no such file"));
    }
    std::ostringstream text;
    text << in.rdbuf();
    if (in.bad()) return fail(ErrorKind::io, file.string() + ": cannot be read");
    return std::move(text).str();
}

Result<void> write_whole(const std::filesystem::path& file, std::string_view text) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error)
        return fail(ErrorKind::io,
                    file.parent_path().string() + ": cannot make the folder: " + error.message());
    return write_text(file, text);
}

Result<void> write_text(const std::filesystem::path& file, std::string_view text) {
    Result<AtomicFile> atomic = AtomicFile::create(file);
    if (!atomic) return fail(atomic.error());
    if (auto done = atomic->write(std::as_bytes(std::span{text.data(), text.size()})); !done) return done;
    if (auto done = atomic->flush(); !done) return done;
    return atomic->publish();
}

}  // namespace damier
