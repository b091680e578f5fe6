// Walking about in a certificate: what it says of a position, and how much hangs on each reply. For looking,
// not for checking.
#pragma once

#include <optional>
#include <vector>

#include "solver/certificate.hpp"
#include "solver/plain_rules.hpp"

namespace damier {

class CertificateWalk {
public:
    // Reads all records of one part. `rules` must outlive the walk.
    static Result<CertificateWalk> open(const CertificateReader& certificate, const Rules& rules,
                                        std::size_t part);

    const CertificatePart& part() const { return part_; }
    const PlainRules& rules() const { return rules_; }

    struct View {
        std::optional<Wld> over;             // the game is over: the value for the side to move
        std::optional<Wld> leaf;             // the value of a leaf
        std::optional<CellPosition> choice;  // the prover's move leads there
        std::uint32_t rank = 0;              // of that move, in a win
        std::vector<CellPosition> replies;   // where the other side is to move: all of them
        bool outside = false;                // the certificate says nothing of it
    };
    View view(const CellPosition& position) const;

    // Records that lines from here come to, its own included.
    std::uint64_t subtree(const CellPosition& position) const;

private:
    CertificateWalk(const Rules& rules, const BoardShape& shape, CertificatePart part)
        : rules_{rules, shape}, part_{part} {}
    // Of a position with the prover to move: has it a record, or is the game over as the part claims?
    bool holds(const CellPosition& position) const;
    const CertificateRecord* find(const CellPosition& position) const;

    PlainRules rules_;
    CertificatePart part_;
    std::vector<CertificateRecord> records_;
};

}  // namespace damier
