// The bytes of a game file with their places, read in pieces of fixed size. A file in UTF-16 is read as if it
// were UTF-8: places are those of its text in UTF-8.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "formats/text_encoding.hpp"
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
    // All bytes that are there, at least `least` of them if the file has so many.
    std::string_view rest(std::size_t least) {
        if (buffer_.size() - at_ < least && !ended_) fill(least);
        return std::string_view{buffer_}.substr(at_);
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
        if (c == '\n' || (c == '\r' && peek() != '\n')) {
            ++line_;
            line_start_ = offset();
        }
    }
    void skip(std::size_t length) {
        for (std::size_t i = 0; i < length; ++i) skip();
    }
    // Over bytes that have been seen in ahead() or rest() and hold no end of a line.
    void skip_in_line(std::size_t length) { at_ += length; }

    TextPlace place() const { return {line_, offset() - line_start_ + 1}; }
    std::size_t offset() const { return start_ + at_; }  // bytes before the next one
    bool failed() const { return in_.bad(); }
    // Known after the first byte.
    bool utf16() const { return utf16_.has_value(); }

private:
    static constexpr std::size_t piece = 1 << 16;

    void fill(std::size_t length) {
        buffer_.erase(0, at_);
        start_ += at_;
        at_ = 0;
        while (buffer_.size() < length && !ended_) {
            const std::size_t had = buffer_.size();
            buffer_.resize(had + piece);
            in_.read(buffer_.data() + had, static_cast<std::streamsize>(piece));
            const auto got = static_cast<std::size_t>(in_.gcount());
            buffer_.resize(had + got);
            if (got < piece) ended_ = true;
            if (!std::exchange(begun_, true)) {
                const Utf16 form = guess_utf16(buffer_);
                if (form != Utf16::none) utf16_.emplace(form == Utf16::big_endian);
            }
            if (!utf16_) continue;
            const std::string bytes = buffer_.substr(had);
            buffer_.resize(had);
            utf16_->decode(bytes, ended_, buffer_);
        }
    }

    std::istream& in_;
    std::string buffer_;
    std::size_t at_ = 0;
    std::size_t start_ = 0;  // bytes of the file before the buffer
    bool begun_ = false;
    bool ended_ = false;
    std::optional<Utf16Decoder> utf16_;
    std::size_t line_ = 1;
    std::size_t line_start_ = 0;  // offset of the first byte of the line
};

}  // namespace damier
