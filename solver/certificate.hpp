// Certificates (docs/proof-format.md): what is claimed, by which records, and the file.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "egtb/digest.hpp"
#include "egtb/file_source.hpp"
#include "egtb/slice.hpp"
#include "egtb/wld.hpp"
#include "rules/board_shape.hpp"
#include "rules/result.hpp"
#include "solver/position_key.hpp"

namespace damier {

enum class Goal : std::uint8_t { win, hold };
enum class Claim : std::uint8_t { win, hold, draw };

constexpr std::string_view name(Goal goal) { return goal == Goal::win ? "win" : "hold"; }
constexpr std::string_view name(Claim claim) {
    return claim == Claim::win ? "win" : claim == Claim::hold ? "hold" : "draw";
}
// Does a position of that value, for `prover` or for the other side to move, give the prover its goal?
constexpr bool reaches(Goal goal, Wld value, bool prover_moves) {
    const Wld own = prover_moves ? value : negated(value);
    return goal == Goal::win ? own == Wld::win : own != Wld::loss;
}

// What a certificate assumes of draw rules; there is no other choice yet.
inline constexpr std::string_view endless_play_draws = "endless-play-draws";

struct CertificateTable {
    Slice slice;
    Digest128 content;
    friend bool operator==(const CertificateTable&, const CertificateTable&) = default;
};

struct CertificatePart {
    Goal goal = Goal::win;
    Color prover = Color::white;
    friend bool operator==(const CertificatePart&, const CertificatePart&) = default;
};

struct CertificateHeader {
    std::string variant;  // as in tables (egtb/table_header.hpp)
    std::uint64_t rules_fingerprint = 0;
    BoardShape shape;  // its numbering is the variant's, and no part of the file
    std::string draw_rules{endless_play_draws};
    PositionKey root;
    Claim claim = Claim::win;
    Color side = Color::white;
    std::vector<CertificateTable> tables;

    // The parts that the claim needs.
    std::vector<CertificatePart> parts() const;
};

struct CertificateRecord {
    PositionKey key;
    std::uint32_t what = 0;  // a leaf: 0 loss, 1 draw, 2 win, as Wld; a move: 3 + choice
    std::uint32_t rank = 0;  // of a move in a win, from 1

    constexpr bool is_leaf() const { return what < 3; }
    constexpr Wld value() const { return static_cast<Wld>(what); }
    constexpr std::uint32_t choice() const { return what - 3; }
    static CertificateRecord leaf(const PositionKey& key, Wld value) {
        return {key, static_cast<std::uint32_t>(value), 0};
    }
    static CertificateRecord move(const PositionKey& key, std::uint32_t choice, std::uint32_t rank) {
        return {key, 3 + choice, rank};
    }
    friend bool operator==(const CertificateRecord&, const CertificateRecord&) = default;
};

struct PartTotals {
    std::uint64_t moves = 0;
    std::uint64_t leaves = 0;
};

// Writes the file whole or not at all. The records of each part are in rising order of their keys; there are
// as many parts as the claim needs.
Result<std::uint64_t> write_certificate(const std::filesystem::path& path, const CertificateHeader& header,
                                        const std::vector<std::vector<CertificateRecord>>& parts);

// Reads a certificate frame by frame, so that it need not fit into memory. Errors are
// ErrorKind::table_damaged where the file is not a whole certificate (table_newer: of a later version), and
// name it.
class CertificateReader {
public:
    static Result<CertificateReader> open(const std::filesystem::path& path);
    static Result<CertificateReader> open(std::unique_ptr<FileSource> source);

    const CertificateHeader& header() const { return header_; }
    const std::vector<PartTotals>& totals() const { return totals_; }
    std::uint64_t file_bytes() const { return length_; }
    std::size_t frames() const { return frames_.size(); }

    struct Frame {
        std::size_t part = 0;
        std::vector<CertificateRecord> records;
    };
    // frame < frames(). Checks the frame, not its order with others.
    Result<Frame> frame(std::size_t frame) const;

    // Every frame: order of records, totals, and the digest of the content.
    Result<void> verify() const;

    Error damaged(std::string_view finding) const;

private:
    CertificateReader() = default;
    Result<Bytes> read(std::uint64_t offset, std::uint64_t size) const;
    Result<void> read_header();
    Result<void> read_footer();
    Result<Bytes> unpacked(std::size_t frame) const;
    Result<Frame> decode(const Bytes& bytes) const;

    struct Place {
        std::uint64_t offset;
        std::uint32_t stored;
        std::uint32_t unpacked;
        std::uint64_t checksum;
    };
    std::unique_ptr<FileSource> source_;
    std::uint64_t length_ = 0;
    std::uint64_t data_ = 0;  // where the first data frame begins
    CertificateHeader header_;
    std::vector<Place> frames_;
    std::vector<PartTotals> totals_;
    Digest128 content_;
};

}  // namespace damier
