#include "solver/prover.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "rules/describe.hpp"
#include "rules/reading.hpp"
#include "rules/variants.hpp"
#include "solver/hold_builder.hpp"
#include "solver/win_builder.hpp"

namespace damier {

Prover::Prover(const ProofGame& game, const ProverOptions& options, ProverObserver& observer,
               StopRequest stop)
    : game_{game},
      observer_{observer},
      table_{static_cast<std::size_t>(options.memory)},
      search_{game,
              table_,
              present_wins_,
              options.threads,
              {std::move(stop), options.nodes, options.seconds},
              [this](std::uint64_t, const ProofNumbers& root) { tell("search", root, 0); }} {}

void Prover::tell(std::string_view phase, const ProofNumbers& root, std::size_t positions) const {
    observer_.progress({phase, attacker_, nodes(), seconds(), root, table_.filled(), positions});
}

Result<ProvedPart> Prover::decide(const ProofPosition& root, Color attacker) {
    attacker_ = attacker;
    present_wins_.wins = &wins(attacker);
    auto over = over_at(root, attacker);
    if (!over) return fail(std::move(over.error()));
    if (*over) return std::move(**over);
    ProofOracle oracle{game_, table_, wins(attacker), search_, attacker};
    if (!oracle.is_known_win(root)) {
        const Result<ProofNumbers> found = search_.run(root, attacker);
        if (!found) return fail(found.error());
        if (!found->proved()) {
            HoldBuilder builder{oracle, [&](std::size_t size) { tell("certificate", *found, size); }};
            const Result<bool> holds = builder.build(root);
            if (!holds) return fail(holds.error());
            if (*holds) return prove_hold(root, builder);
        }
    }
    return prove_win(oracle, root);
}

// The part without a move record where no search is needed.
Result<std::optional<ProvedPart>> Prover::over_at(const ProofPosition& root, Color attacker) const {
    const Result<ProofGame::Glance> glance = game_.glance(root);
    if (!glance) return fail(glance.error());
    if (!glance->value) return std::nullopt;
    const bool wins = reaches(Goal::win, *glance->value, root.to_move == attacker);
    ProvedPart proved{wins ? CertificatePart{Goal::win, attacker} : CertificatePart{Goal::hold, !attacker},
                      {}};
    auto records = with_leaves({}, {}, root);
    if (!records) return fail(std::move(records.error()));
    proved.records = std::move(*records);
    return proved;
}

Result<ProvedPart> Prover::prove_win(ProofOracle& oracle, const ProofPosition& root) {
    WinBuilder builder{oracle, [&](std::size_t size) { tell("certificate", ProofNumbers::win(0), size); }};
    const Result<bool> wins = builder.build(root);
    if (!wins) return fail(wins.error());
    if (!*wins) {
        // Two positions share a hash: improbable to the point of never.
        return fail(ErrorKind::limit, "the search contradicts itself; run it with another --memory");
    }
    std::vector<CertificateRecord> moves;
    ProofPositions answers;
    for (const Attack& attack : builder.attacks()) {
        moves.push_back(move_record(attack.position, attack.answer, attack.rank));
        answers.push_back(attack.answer);
    }
    auto records = with_leaves(std::move(moves), answers, root);
    if (!records) return fail(std::move(records.error()));
    return ProvedPart{{Goal::win, oracle.attacker()}, std::move(*records)};
}

Result<ProvedPart> Prover::prove_hold(const ProofPosition& root, const HoldBuilder& holds) {
    std::vector<CertificateRecord> moves;
    ProofPositions answers;
    for (const Defence& defence : holds.defences()) {
        moves.push_back(move_record(defence.position, defence.answer, 0));
        answers.push_back(defence.answer);
    }
    auto records = with_leaves(std::move(moves), answers, root);
    if (!records) return fail(std::move(records.error()));
    return ProvedPart{{Goal::hold, !attacker_}, std::move(*records)};
}

CertificateRecord Prover::move_record(const ProofPosition& position, const ProofPosition& answer,
                                      std::uint32_t rank) const {
    const int squares = game_.shape().squares();
    ProofPositions after;
    game_.successors(position, after);
    std::set<PositionKey> keys;
    for (const ProofPosition& p : after) keys.insert(key_of(p, squares));
    const auto choice = std::distance(keys.begin(), keys.find(key_of(answer, squares)));
    return CertificateRecord::move(key_of(position, squares), static_cast<std::uint32_t>(choice), rank);
}

// Adds the leaves: of the root, of the positions behind the prover's moves, and of the replies there, those
// that tables have and that are not over.
Result<std::vector<CertificateRecord>> Prover::with_leaves(std::vector<CertificateRecord> records,
                                                           const ProofPositions& before_leaves,
                                                           const ProofPosition& root) const {
    const int squares = game_.shape().squares();
    PositionSet seen;
    ProofPositions after;
    // Is it a leaf, or over, so that nothing behind it matters?
    const auto visit = [&](const ProofPosition& position) -> Result<bool> {
        const Result<ProofGame::Glance> glance = game_.glance(position);
        if (!glance) return fail(glance.error());
        if (!glance->value) return false;
        if (!seen.insert(position).second) return true;
        ProofPositions moves;
        game_.successors(position, moves);
        if (!moves.empty()) {
            records.push_back(CertificateRecord::leaf(key_of(position, squares), *glance->value));
        }
        return true;
    };
    if (auto done = visit(root); !done) return fail(std::move(done.error()));
    const auto replies_of = [&](const ProofPosition& position) -> Result<void> {
        const Result<bool> fixed = visit(position);
        if (!fixed) return fail(fixed.error());
        if (*fixed) return {};
        game_.successors(position, after);
        for (const ProofPosition& reply : ProofPositions{after}) {
            if (auto done = visit(reply); !done) return fail(std::move(done.error()));
        }
        return {};
    };
    for (const ProofPosition& position : before_leaves) {
        if (auto done = replies_of(position); !done) return fail(std::move(done.error()));
    }
    // Where the other side is to move at the root, its replies there are answered too.
    const bool root_is_record =
        std::any_of(records.begin(), records.end(),
                    [&](const CertificateRecord& record) { return record.key == key_of(root, squares); });
    if (!root_is_record) {
        if (auto done = replies_of(root); !done) return fail(std::move(done.error()));
    }
    std::sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    return records;
}

Result<CertificateHeader> Prover::header(const ProofPosition& root,
                                         const std::vector<ProvedPart>& parts) const {
    CertificateHeader header;
    header.variant = name_in_files(same_play_as(game_.rules()).name);
    header.rules_fingerprint = rules_fingerprint(game_.rules());
    header.shape = game_.shape();
    header.root = key_of(root, header.shape.squares());
    header.claim = parts.size() == 2                      ? Claim::draw
                   : parts.front().part.goal == Goal::win ? Claim::win
                                                          : Claim::hold;
    header.side = parts.size() == 2 ? Color::white : parts.front().part.prover;
    std::set<Slice> slices;
    for (const ProvedPart& part : parts) {
        for (const CertificateRecord& record : part.records) {
            if (!record.is_leaf()) continue;
            const Slice slice = Slice::of(position_of(*cells_of(record.key, header.shape.squares())));
            slices.insert(slice.canonical() ? slice : slice.color_swapped());
        }
    }
    std::vector<Slice> open{slices.begin(), slices.end()};
    while (!open.empty()) {
        const Slice slice = open.back();
        open.pop_back();
        for (const Slice& next : successors(game_.rules(), slice)) {
            if (slices.insert(next).second) open.push_back(next);
        }
    }
    int row_squares = 0;
    for (int column = 0; column < header.shape.width; ++column) row_squares += header.shape.plays(0, column);
    for (const Slice& slice : slices) {
        if (!fits(slice, header.shape.squares(), row_squares)) continue;
        const auto table = game_.tables()->table(slice);
        if (!table) return fail(table.error());
        header.tables.push_back({slice, (*table)->file().footer().content});
    }
    return header;
}

}  // namespace damier
