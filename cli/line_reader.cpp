#include "cli/line_reader.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace damier {

bool LineReader::waits() const { return !ended_ && buffer_.find('\n', at_) == std::string::npos; }

Result<bool> LineReader::next(std::string& line, bool& cut) {
    line.clear();
    cut = false;
    bool any = false;
    while (true) {
        const std::size_t end = buffer_.find('\n', at_);
        const std::size_t length = (end == std::string::npos ? buffer_.size() : end) - at_;
        any = any || length > 0 || end != std::string::npos;
        const std::size_t room = longest - line.size();
        cut = cut || length > room;
        line.append(buffer_, at_, length < room ? length : room);
        at_ += length;
        if (end != std::string::npos) {
            ++at_;
            break;
        }
        if (ended_) break;
        if (auto filled = fill(); !filled) return fail(std::move(filled.error()));
    }
    if (any) ++line_;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return any;
}

Result<void> LineReader::fill() {
    at_ = 0;
    buffer_.resize(longest);
    ssize_t got = 0;
    do {
        got = ::read(descriptor_, buffer_.data(), buffer_.size());
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        buffer_.clear();
        ended_ = true;
        return fail(ErrorKind::io, "cannot read standard input: " + std::generic_category().message(errno));
    }
    ended_ = got == 0;
    buffer_.resize(static_cast<std::size_t>(got));
    return {};
}

}  // namespace damier
