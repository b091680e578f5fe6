// The bytes of a game file with their places, read in pieces of fixed size.
#pragma once

#include <istream>
#include <string>
#include <string_view>

#include "rules/result.hpp"

namespace damier {

class PdnSource {
public:
    explicit PdnSource(std::istream& in) : in_{in} {}

    // The next bytes, fewer where the file ends before; valid until the next call of anything.
    std::string_view ahead(std::size_t length) {
        if (buffer_.size() - at_ < length && !ended_) fill(length);
        return std::string_view{buffer_}.substr(at_, length);
    }
    // The byte at a distance, or -1 behind the end.
    int peek(std::size_t distance = 0) {
        if (buffer_.size() - at_ <= distance && !ended_) fill(distance + 1);
        return at_ + distance < buffer_.size() ? static_cast<unsigned char>(buffer_[at_ + distance]) : -1;
    }
    bool at_end() { return peek() < 0; }

    // Goes one byte on. CR LF, LF and CR end a line.
    void skip() {
        const int c = peek();
        if (c < 0) return;
        ++at_;
        ++place_.column;
        if (c == '\n' || (c == '\r' && peek() != '\n')) {
            ++place_.line;
            place_.column = 1;
        }
    }
    void skip(std::size_t length) {
        for (std::size_t i = 0; i < length; ++i) skip();
    }

    TextPlace place() const { return place_; }
    bool failed() const { return in_.bad(); }

private:
    static constexpr std::size_t piece = 1 << 16;

    void fill(std::size_t length) {
        buffer_.erase(0, at_);
        at_ = 0;
        while (buffer_.size() < length && !ended_) {
            const std::size_t had = buffer_.size();
            buffer_.resize(had + piece);
            in_.read(buffer_.data() + had, static_cast<std::streamsize>(piece));
            const auto got = static_cast<std::size_t>(in_.gcount());
            buffer_.resize(had + got);
            if (got < piece) ended_ = true;
        }
    }

    std::istream& in_;
    std::string buffer_;
    std::size_t at_ = 0;
    bool ended_ = false;
    TextPlace place_{1, 1};
};

}  // namespace damier
