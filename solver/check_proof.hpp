// The checker of certificates (docs/proof-format.md): believes nothing but the rules, and says what is left
// to be believed. It shares with the searcher the reading of files and the keys of positions, no move
// generation.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "solver/certificate.hpp"
#include "solver/plain_rules.hpp"
#include "solver/slice_solver.hpp"

namespace damier {

// Where leaves are looked up.
class LeafTables {
public:
    virtual ~LeafTables() = default;
    virtual Result<Wld> value(const CellPosition& position) const = 0;
    virtual Result<Digest128> digest(const Slice& slice) const = 0;
};

struct CheckOptions {
    int expand = 0;  // leaves of at most so many pieces are worked out without tables
    std::uint64_t memory = std::uint64_t{4} << 30;
    StopRequest stop = {};
    // Told now and then how many of how many records are checked, in all parts.
    std::function<void(std::uint64_t done, std::uint64_t of)> progress = {};
};

// What does not hold, of which position.
struct ProofFault {
    std::size_t part = 0;
    PositionKey position;
    std::string reason;
};

struct CheckedPart {
    CertificatePart part;
    std::uint64_t moves = 0;
    std::uint64_t leaves = 0;
    std::uint64_t expanded = 0;   // leaves worked out
    std::uint64_t looked_up = 0;  // leaves that tables confirm
    std::uint64_t believed = 0;   // the other leaves
    std::uint64_t unreached = 0;  // records that no line from the root comes to
    std::uint32_t rank = 0;       // of a win: at most so many moves of the winner to a leaf
    std::uint64_t positions = 0;  // solved to expand leaves
};

struct ProofCheck {
    std::vector<CheckedPart> parts;
    std::optional<ProofFault> fault;  // the first one; then the certificate proves nothing
};

// `tables` may be nullptr. Errors: a damaged file, rules that do not have the fingerprint
// (ErrorKind::bad_input), tables with other digests (ErrorKind::table_damaged) or missing.
Result<ProofCheck> check_proof(const CertificateReader& certificate, const Rules& rules,
                               const LeafTables* tables, const CheckOptions& options);

}  // namespace damier
