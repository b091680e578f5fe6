#include "cli/line_reader.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace damier {

bool LineReader::waits() const {
    return !ended_ && buffer_.find_first_of(line_ends, at_) == std::string::npos;
}

Result<bool> LineReader::next(std::string& line, bool& cut) {
    line.clear();
    cut = false;
    bool any = false;
    while (true) {
        const std::size_t end = buffer_.find_first_of(line_ends, at_);
        const std::size_t length = (end == std::string::npos ? buffer_.size() : end) - at_;
        any = any || length > 0 || end != std::string::npos;
        const std::size_t room = longest - line.size();
        cut = cut || length > room;
        line.append(buffer_, at_, length < room ? length : room);
        at_ += length;
        if (end != std::string::npos) {
            after_cr_ = buffer_[at_++] == '\r';
            if (at_ < buffer_.size()) end_of_cr();
            break;
        }
        if (ended_) break;
        if (auto filled = fill(); !filled) return fail(std::move(filled.error()));
    }
    if (any) ++line_;
    return any;
}

void LineReader::end_of_cr() {
    at_ += after_cr_ && buffer_[at_] == '\n';
    after_cr_ = false;
}

// What one read gives; at the beginning as many as tell whether there is a mark.
Result<void> LineReader::fill() {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    at_ = 0;
    buffer_.clear();
    do {
        if (auto more = read_more(); !more) return more;
    } while (!began_ && !ended_ && buffer_.size() < mark.size() && mark.starts_with(buffer_));
    if (!began_ && buffer_.starts_with(mark)) at_ = mark.size();
    began_ = true;
    if (!buffer_.empty()) end_of_cr();
    return {};
}

Result<void> LineReader::read_more() {
    const std::size_t before = buffer_.size();
    buffer_.resize(before + longest);
    ssize_t got = 0;
    do {
        got = ::read(descriptor_, buffer_.data() + before, longest);
    } while (got < 0 && errno == EINTR);
    buffer_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    ended_ = got <= 0;
    if (got < 0)
        return fail(ErrorKind::io, "cannot read standard input: " + std::generic_category().message(errno));
    return {};
}

}  // namespace damier
