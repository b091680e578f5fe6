// Codec 1: win/loss/draw tables half the size that zstd makes of them. A value is coded by how likely it is
// beside the values around it (egtb/context_tree.hpp, egtb/value_walk.hpp), so the codec knows the game; free
// values are not coded at all, since the decoder finds out which they are.
//
// A section is cut into pages, each coded for itself: the unit of random access. A data frame of the file
// holds many pages, because a page is so small that a checksum of its own would be a tenth of it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "egtb/frame_codec.hpp"
#include "egtb/little_endian.hpp"
#include "egtb/table_header.hpp"
#include "rules/result.hpp"

namespace damier {

// Immutable; serves all threads.
class ContextCodec {
public:
    // For the table of this header, whose codec_parameters were trained. ErrorKind::table_newer where the
    // variant is not known or has other rules, ErrorKind::table_damaged where the parameters are none.
    static Result<std::shared_ptr<const ContextCodec>> of(const TableHeader& header, const std::string& file);

    virtual ~ContextCodec() = default;

    std::uint32_t page_values() const { return page_values_; }

    // A whole data frame of a section that begins at value `first`.
    virtual CompressedFrame compress(std::size_t section, std::uint64_t first,
                                     std::span<const std::uint8_t> symbols) const = 0;
    // The symbols of the page that begins at value `first`, free ones filled in.
    virtual std::vector<std::uint8_t> decode_page(std::size_t section, std::uint64_t first,
                                                  std::uint32_t count,
                                                  std::span<const std::byte> page) const = 0;

protected:
    std::uint32_t page_values_ = 1;
};

// Can a table of this header be stored so?
bool has_context_codec(const TableHeader& header);

// Symbols of a section from value `first` on.
using SymbolSource = std::function<Result<std::vector<std::uint8_t>>(std::size_t section, std::uint64_t first,
                                                                     std::uint32_t count)>;

// Makes the header one of codec 1, with parameters learned from a sample of the symbols.
Result<void> train_context_codec(TableHeader& header, const SymbolSource& symbols);

// The pages of a data frame's payload of so many pages; nothing where it is not whole.
std::optional<std::vector<std::span<const std::byte>>> split_pages(std::span<const std::byte> payload,
                                                                   std::size_t pages);

}  // namespace damier
