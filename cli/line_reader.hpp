// Lines of a file descriptor, with a say before it waits. They end with LF, CR LF or CR; a UTF-8 byte order
// mark at the beginning is no part of them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rules/result.hpp"

namespace damier {

class LineReader {
public:
    explicit LineReader(int descriptor) : descriptor_{descriptor} {}

    static constexpr std::size_t longest = 1 << 16;  // bytes of a line; the rest of a longer one is left out

    // Is a whole line there, or must more be read first?
    bool waits() const;
    // False at the end. The line is without its end; `cut` says whether it was longer than `longest`.
    Result<bool> next(std::string& line, bool& cut);
    std::size_t line() const { return line_; }  // of the last one, from 1

private:
    static constexpr const char* line_ends = "\r\n";

    Result<void> fill();
    Result<void> read_more();
    void end_of_cr();

    int descriptor_;
    std::string buffer_;
    std::size_t at_ = 0;
    bool ended_ = false;
    bool began_ = false;
    bool after_cr_ = false;  // an LF that comes next belongs to the CR before it
    std::size_t line_ = 0;
};

}  // namespace damier
