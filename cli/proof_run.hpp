// What `prove` and `solve` have in common: options, progress, the search, the certificate, the saved state.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/console.hpp"
#include "solver/prover.hpp"

namespace damier {

struct ProofArguments {
    GameArguments game;
    FolderArguments folders;
    std::string out;
    ProverOptions prover;
    double save_every = 300;  // seconds
    bool json = false;
    bool quiet = false;

    void add_to(CLI::App& command);
    // Where the search so far is kept, now and then and when it is stopped.
    std::string state() const { return out + ".state"; }
};

// A game with the tables of a command, if it names folders.
struct OpenProofGame {
    std::unique_ptr<AnyGame> game;
    std::unique_ptr<TableSet> tables;
    std::unique_ptr<ProofGame> proof;
};
// ErrorKind::usage where the certificate or the state would replace a file that is read.
Result<OpenProofGame> open_proof_game(const ProofArguments& arguments);

// The game that a certificate is of; without folders there are no tables.
Result<OpenProofGame> open_certificate_game(const CertificateHeader& header, const FolderArguments& folders);

// Shows how a search is going: a line on the terminal, elsewhere a message every few seconds.
class ProofProgress final : public ProverObserver {
public:
    ProofProgress(Console& console, bool quiet) : console_{console}, quiet_{quiet} {}
    ~ProofProgress() override { console_.status({}); }
    ProofProgress(const ProofProgress&) = delete;
    ProofProgress& operator=(const ProofProgress&) = delete;
    void progress(const ProverProgress& progress) override;

private:
    Console& console_;
    bool quiet_;
    double shown_ = 0;
};

// Searches, with state kept in OUT.state, and writes the certificate. `decide` of the plan calls
// Prover::decide and gives the parts.
struct ProofOutcome {
    std::vector<CertificatePart> parts;
    std::uint64_t moves = 0;
    std::uint64_t leaves = 0;
    std::uint64_t bytes = 0;  // of the certificate
    std::uint64_t nodes = 0;
    double seconds = 0;
};
struct ProofPlan {
    std::string goal;  // for ProofQuestion
    std::function<Result<std::vector<ProvedPart>>(Prover&)> decide;
};
Result<ProofOutcome> run_proof(const ProofArguments& arguments, const OpenProofGame& game,
                               const Placement& root, const ProofPlan& plan, Console& console);

// "white wins", "black holds", "draw"
std::string claim_text(const std::vector<CertificatePart>& parts);
// Prints the answer; JSON where asked for.
void print_outcome(const ProofArguments& arguments, const OpenProofGame& game, const Placement& root,
                   const ProofOutcome& outcome, std::optional<bool> goal_reached, Console& console);

ProofPosition proof_position(const Placement& placement);

}  // namespace damier
