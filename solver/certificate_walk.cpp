#include "solver/certificate_walk.hpp"

#include <algorithm>
#include <set>

namespace damier {

Result<CertificateWalk> CertificateWalk::open(const CertificateReader& certificate, const Rules& rules,
                                              std::size_t part) {
    CertificateWalk walk{rules, certificate.header().shape, certificate.header().parts()[part]};
    for (std::size_t i = 0; i < certificate.frames(); ++i) {
        auto frame = certificate.frame(i);
        if (!frame) return fail(std::move(frame.error()));
        if (frame->part != part) continue;
        walk.records_.insert(walk.records_.end(), frame->records.begin(), frame->records.end());
    }
    return walk;
}

const CertificateRecord* CertificateWalk::find(const CellPosition& position) const {
    const PositionKey key = key_of(position, rules_.squares());
    const auto at =
        std::lower_bound(records_.begin(), records_.end(), key,
                         [](const auto& record, const auto& wanted) { return record.key < wanted; });
    return at != records_.end() && at->key == key ? &*at : nullptr;
}

bool CertificateWalk::holds(const CellPosition& position) const {
    if (find(position) != nullptr) return true;
    if (!rules_.successors(position).empty()) return false;
    return reaches(part_.goal, rules_.value_without_move(position), true);
}

auto CertificateWalk::view(const CellPosition& position) const -> View {
    View view;
    std::vector<CellPosition> moves = rules_.successors(position);
    const CertificateRecord* record = find(position);
    if (moves.empty()) {
        view.over = rules_.value_without_move(position);
    } else if (record != nullptr && record->is_leaf()) {
        view.leaf = record->value();
    } else if (position.to_move != part_.prover &&
               std::all_of(moves.begin(), moves.end(), [this](const auto& p) { return holds(p); })) {
        view.replies = std::move(moves);
    } else if (record != nullptr && record->choice() < moves.size()) {
        view.choice = moves[record->choice()];
        view.rank = record->rank;
    } else {
        view.outside = true;
    }
    return view;
}

std::uint64_t CertificateWalk::subtree(const CellPosition& position) const {
    std::uint64_t count = 0;
    std::set<PositionKey> seen;
    std::vector<CellPosition> open{position};
    while (!open.empty()) {
        const CellPosition current = open.back();
        open.pop_back();
        if (!seen.insert(key_of(current, rules_.squares())).second) continue;
        const View here = view(current);
        count += here.leaf || here.choice;
        if (here.choice) open.push_back(*here.choice);
        open.insert(open.end(), here.replies.begin(), here.replies.end());
    }
    return count;
}

}  // namespace damier
