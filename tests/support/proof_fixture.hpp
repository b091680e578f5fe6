// Proofs for tests: a game chosen at run time, a prover, certificates in a folder, and both checkers.
#pragma once

#include <algorithm>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <random>
#include <string>

#include "formats/fen.hpp"
#include "rules/variants.hpp"
#include "solver/build.hpp"
#include "solver/check_proof.hpp"
#include "solver/game_leaf_tables.hpp"
#include "solver/plain_values.hpp"
#include "solver/prover.hpp"
#include "tests/egtb/scratch_folder.hpp"
#include "tests/support/any_variant.hpp"

namespace damier::test {

// The variants, and their readings that play otherwise, whose rules proofs know.
inline std::vector<const Rules*> provable_rules() {
    std::vector<const Rules*> list = every_variant();
    std::erase_if(list, [](const Rules* rules) { return !provable(*rules); });
    return list;
}

// A variant on a board, with tables of up to so many pieces, built first, or without tables.
class ProofSubject {
public:
    explicit ProofSubject(std::string_view variant, std::string_view board = {}, int pieces = 0)
        : rules_{*find_rules(variant)}, shape_{board_of(rules_, board).value()}, plain_{rules_, shape_} {
        if (pieces > 0) {
            tables_ = std::make_unique<TableSet>(TableIdentity::of(rules_, shape_, WldMetric::name),
                                                 std::vector{folder_.path()});
        }
        chosen_ =
            std::get<std::unique_ptr<const BoardGame<SquareSet64>>>(choose_game(rules_, shape_).value());
        if (pieces > 0) {
            BuildOptions options;
            options.folder = folder_.path();
            options.pieces = pieces;
            options.threads = 2;
            options.effort = Effort::fast;
            BuildObserver quiet;
            const auto built =
                build_tables<SquareSet64, WldMetric>(chosen_->board(), rules_, options, {}, quiet);
            if (!built) throw std::runtime_error(built.error().message);
        }
        game_ = proof_game(*chosen_, tables_.get(), pieces).value();
    }
    ProofSubject(const ProofSubject&) = delete;
    ProofSubject& operator=(const ProofSubject&) = delete;

    const Rules& rules() const { return rules_; }
    const BoardShape& shape() const { return shape_; }
    const PlainRules& plain() const { return plain_; }
    const ProofGame& game() const { return *game_; }
    const std::filesystem::path& folder() const { return folder_.path(); }

    ProofPosition position(std::string_view fen) const {
        return parse_fen<SquareSet64>(fen, shape_, EmptySide::allowed).value();
    }
    std::string fen(const ProofPosition& position) const {
        return write_fen(position, shape_, rules_.notation);
    }
    // So many rows of men a side.
    ProofPosition start(int rows) const {
        ProofPosition position;
        for (int i = 0; i < shape_.squares(); ++i) {
            const int row = shape_.place(square(i)).row;
            if (row < rows) position.men[1].insert(square(i));
            if (row >= shape_.height - rows) position.men[0].insert(square(i));
        }
        position.to_move = rules_.first;
        return position;
    }
    ProofPosition random(std::mt19937_64& random, int pieces) const {
        while (true) {
            ProofPosition p;
            for (int i = 0; i < pieces;) {
                const Square s = square(static_cast<int>(random() % static_cast<unsigned>(shape_.squares())));
                const auto color = random() % 2;
                const bool king = random() % 2 && !rules_.crowning_wins.is;
                const int row = shape_.place(s).row;
                if (p.occupied().contains(s) || (!king && row == (color == 0 ? 0 : shape_.height - 1)))
                    continue;
                (king ? p.kings : p.men)[color].insert(s);
                ++i;
            }
            p.to_move = random() % 2 ? Color::white : Color::black;
            if (!p.pieces(Color::white).empty() && !p.pieces(Color::black).empty()) return p;
        }
    }

private:
    const Rules& rules_;
    BoardShape shape_;
    PlainRules plain_;
    ScratchFolder folder_;
    std::unique_ptr<TableSet> tables_;
    std::unique_ptr<const BoardGame<SquareSet64>> chosen_;
    std::unique_ptr<ProofGame> game_;
};

// The parts that tell the value for the side to move: one win, or two holds in the order of the format.
inline Result<std::vector<ProvedPart>> value_parts(Prover& prover, const ProofPosition& root) {
    std::vector<ProvedPart> parts;
    for (const Color attacker : {Color::black, Color::white}) {
        auto part = prover.decide(root, attacker);
        if (!part) return fail(part.error());
        if (part->part.goal == Goal::win) return std::vector{std::move(*part)};
        parts.push_back(std::move(*part));
    }
    return parts;
}
inline Wld value_of(const std::vector<ProvedPart>& parts, Color to_move) {
    if (parts.size() == 2) return Wld::draw;
    EXPECT_EQ(parts.front().part.goal, Goal::win);
    return parts.front().part.prover == to_move ? Wld::win : Wld::loss;
}

inline std::filesystem::path write_parts(const ProofSubject& subject, const Prover& prover,
                                         const ProofPosition& root, const std::vector<ProvedPart>& parts,
                                         const std::string& name = "proof.cert") {
    const auto header = prover.header(root, parts);
    EXPECT_TRUE(header) << header.error().message;
    std::vector<std::vector<CertificateRecord>> records;
    for (const ProvedPart& part : parts) records.push_back(part.records);
    const std::filesystem::path path = subject.folder() / name;
    const auto written = write_certificate(path, *header, records);
    EXPECT_TRUE(written) << written.error().message;
    return path;
}

inline Result<ProofCheck> check_file(const ProofSubject& subject, const std::filesystem::path& path,
                                     int expand = 0, bool with_tables = true) {
    const auto certificate = CertificateReader::open(path);
    if (!certificate) return fail(certificate.error());
    const GameLeafTables tables{subject.game()};
    CheckOptions options;
    options.expand = expand;
    return check_proof(*certificate, subject.rules(),
                       with_tables && subject.game().table_pieces() > 0 ? &tables : nullptr, options);
}

// "proved", or why not.
inline std::string verdict(const Result<ProofCheck>& check) {
    if (!check) return check.error().message;
    return check->fault ? check->fault->reason : "proved";
}

// What tests/solver/check_proof.py prints.
inline std::string python_verdict(const std::filesystem::path& path, int expand = 0) {
    const std::string command = "python3 '" DAMIER_DATA_DIR "/../tests/solver/check_proof.py' '" +
                                path.string() + "' --expand " + std::to_string(expand) + " 2>&1";
    FILE* pipe = ::popen(command.c_str(), "r");
    std::string output;
    char buffer[256];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) output += buffer;
    ::pclose(pipe);
    return output;
}

inline ProverOptions prover_options(std::uint64_t memory = std::uint64_t{16} << 20, int threads = 1) {
    ProverOptions options;
    options.memory = memory;
    options.threads = threads;
    return options;
}

// Does tests/solver/check_proof.py know the rules?
inline bool python_knows(const Rules& rules) {
    for (const char* name : {"english", "pool", "russian", "brazilian", "international"}) {
        if (rules.name == name) return true;
    }
    return false;
}

// By the checker's own rules, without search or tables.
inline PlainValue plain_value(const ProofSubject& subject, const ProofPosition& position) {
    PlainValues values{subject.plain(), std::uint64_t{8} << 30};
    EXPECT_TRUE(values.add(cells_of(position)));
    values.solve();
    return values.value(cells_of(position));
}

}  // namespace damier::test
