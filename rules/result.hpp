// Errors as values. Every library function that can fail returns Result<T>; none prints, throws across a
// public boundary, or exits. The kind decides the exit code of the program (cli/exit_code.hpp), the message
// is one complete sentence for the user that names the thing and, where there is one, the remedy.
#pragma once

#include <cstddef>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace damier {

enum class ErrorKind {
    usage,           // an option or argument that makes no sense
    not_answerable,  // a table is missing, too many pieces
    bad_input,       // malformed or illegal FEN, PDN, move
    table_damaged,   // truncated, altered or foreign table file
    table_newer,     // a table that a later version wrote: not to be replaced
    io,              // the operating system refused
    limit,           // a memory, time or size limit was reached
    interrupted,     // stopped on request; the state on disk is good
};

// A place in a text, both counted from 1; column counts bytes. line == 0: no place.
struct TextPlace {
    std::size_t line = 0;
    std::size_t column = 0;
    friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

struct Error {
    ErrorKind kind = ErrorKind::io;
    std::string message;
    TextPlace place = {};
};

template <class T>
using Result = tl::expected<T, Error>;

// `return fail(ErrorKind::io, "...")` in a function that returns any Result.
inline tl::unexpected<Error> fail(ErrorKind kind, std::string message, TextPlace place = {}) {
    return tl::make_unexpected(Error{kind, std::move(message), place});
}
inline tl::unexpected<Error> fail(Error error) { return tl::make_unexpected(std::move(error)); }

}  // namespace damier
