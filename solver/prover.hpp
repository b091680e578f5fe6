// Proves what a position is worth, and writes the certificate.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/certificate.hpp"
#include "solver/proof_oracle.hpp"

namespace damier {

struct ProverOptions {
    int threads = 1;
    std::uint64_t memory = std::uint64_t{1} << 30;  // bytes of the transposition table
    std::uint64_t nodes = 0;                        // 0: no limit
    double seconds = 0;                             // 0: no limit
};

struct ProverProgress {
    std::string_view phase;  // "search", "certificate"
    Color attacker = Color::white;
    std::uint64_t nodes = 0;
    double seconds = 0;
    ProofNumbers root;          // of the position searched
    double filled = 0;          // share of the table
    std::size_t positions = 0;  // of the certificate so far
};

// Told a few times a second, from one thread at a time.
class ProverObserver {
public:
    virtual ~ProverObserver() = default;
    virtual void progress(const ProverProgress&) {}
};

// A part of a certificate: the attacker wins, or the other side holds.
struct ProvedPart {
    CertificatePart part;
    std::vector<CertificateRecord> records;  // in rising order of keys
};

// What a saved search is of.
struct ProofQuestion {
    ProofPosition root;
    std::string goal;  // "white wins"
};

class Prover {
public:
    // All must outlive the prover.
    Prover(const ProofGame& game, const ProverOptions& options, ProverObserver& observer, StopRequest stop);

    // Does `attacker` win from `root`? Both sides have pieces there, no man stands on its crown row. Errors:
    // ErrorKind::interrupted and ErrorKind::limit, after which save() keeps what was found.
    Result<ProvedPart> decide(const ProofPosition& root, Color attacker);

    // What is claimed by these parts of one root: one part, or the holds of White and of Black.
    Result<CertificateHeader> header(const ProofPosition& root, const std::vector<ProvedPart>& parts) const;

    std::uint64_t nodes() const { return search_.nodes(); }
    double seconds() const { return seconds_before_ + search_.seconds(); }

    // The state of the search as a file, whole or not at all; good for the same question with the same memory
    // and tables of as many pieces. Errors of restore(): ErrorKind::table_damaged where the file is damaged,
    // or of another question.
    Result<void> save(const std::filesystem::path& path, const ProofQuestion& question) const;
    Result<void> restore(const std::filesystem::path& path, const ProofQuestion& question);
    // During decide(), about every so many seconds: a moment for save().
    void set_break(double seconds, std::function<void()> during) {
        search_.set_break({seconds, std::move(during)});
    }

private:
    void tell(std::string_view phase, const ProofNumbers& root, std::size_t positions) const;
    Result<std::optional<ProvedPart>> over_at(const ProofPosition& root, Color attacker) const;
    Result<ProvedPart> prove_win(ProofOracle& oracle, const ProofPosition& root);
    Result<ProvedPart> prove_hold(const ProofPosition& root, const class HoldBuilder& holds);
    CertificateRecord move_record(const ProofPosition& position, const ProofPosition& answer,
                                  std::uint32_t rank) const;
    Result<std::vector<CertificateRecord>> with_leaves(std::vector<CertificateRecord> moves,
                                                       const ProofPositions& before_leaves,
                                                       const ProofPosition& root) const;
    WinSet& wins(Color attacker) { return wins_[index(attacker)]; }

    const ProofGame& game_;
    ProverObserver& observer_;
    mutable ProofTable table_;
    // Wins that builders found where the search had said no, by attacker.
    std::array<WinSet, 2> wins_;
    struct Both final : KnownWins {
        const WinSet* wins = nullptr;
        bool contains(const ProofPosition& position) const override { return wins->contains(position); }
        bool empty() const override { return wins->empty(); }
    } present_wins_;
    Color attacker_ = Color::white;
    ProofSearch search_;
    double seconds_before_ = 0;
};

}  // namespace damier
