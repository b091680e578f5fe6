// Words with one blank between them, in lines of a greatest length.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace damier {

class WrappedText {
public:
    WrappedText(std::string& out, std::size_t columns) : out_{out}, columns_{columns} {}

    void word(std::string_view text) {
        flush();
        word_ = before_;
        word_ += text;
        before_.clear();
    }
    // Directly behind the last word.
    void glued(std::string_view text) {
        if (!before_.empty()) word({});
        word_ += text;
    }
    // Directly before the next word.
    void before(std::string_view text) { before_ += text; }
    void end_line() {
        if (!before_.empty()) word({});
        flush();
        if (at_ > 0) out_ += '\n';
        at_ = 0;
    }

private:
    void flush() {
        if (word_.empty()) return;
        if (at_ > 0) {
            const bool fits = at_ + 1 + word_.size() <= columns_;
            out_ += fits ? ' ' : '\n';
            at_ = fits ? at_ + 1 : 0;
        }
        out_ += word_;
        at_ += word_.size();
        word_.clear();
    }

    std::string& out_;
    std::size_t columns_;
    std::size_t at_ = 0;  // columns of the line so far
    std::string word_;    // not yet in a line, since something may be glued to it
    std::string before_;
};

}  // namespace damier
