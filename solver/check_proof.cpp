#include "solver/check_proof.hpp"

#include <algorithm>

#include "rules/describe.hpp"
#include "rules/reading.hpp"
#include "rules/variants.hpp"
#include "solver/plain_values.hpp"

namespace damier {

namespace {

// All records of a part, in the order of their keys.
class Records {
public:
    void add(const CertificateRecord& record) {
        records_.push_back(record);
        reached_.push_back(false);
    }
    std::size_t size() const { return records_.size(); }
    const CertificateRecord& operator[](std::size_t i) const { return records_[i]; }

    // The index of a position's record.
    std::optional<std::size_t> find(const PositionKey& key) const {
        const auto at = std::lower_bound(
            records_.begin(), records_.end(), key,
            [](const CertificateRecord& record, const PositionKey& wanted) { return record.key < wanted; });
        if (at == records_.end() || at->key != key) return std::nullopt;
        return static_cast<std::size_t>(at - records_.begin());
    }
    void reach(std::size_t i) { reached_[i] = true; }
    std::uint64_t unreached() const {
        return static_cast<std::uint64_t>(std::count(reached_.begin(), reached_.end(), false));
    }

private:
    std::vector<CertificateRecord> records_;
    std::vector<bool> reached_;
};

class PartChecker {
public:
    PartChecker(const PlainRules& rules, CertificatePart part, Records& records)
        : rules_{rules}, part_{part}, records_{records} {}

    // Empty where the position is good; `rank` is raised to the largest one that it depends on.
    std::string check_good(const CellPosition& position, std::uint32_t& rank) {
        return good(position, rank, true);
    }

    std::string check_record(std::size_t i) {
        const CertificateRecord& record = records_[i];
        const CellPosition position = *cells_of(record.key, rules_.squares());
        if (!rules_.is_legal(position)) return "no legal placement";
        if (record.is_leaf()) {
            if (!fits(record.value(), position)) {
                return "a leaf of value " + std::string{name(record.value())} + " does not give " +
                       std::string{name(part_.prover)} + " the " + std::string{name(part_.goal)};
            }
            return {};
        }
        if (position.to_move != part_.prover) return "a move of the other side";
        const std::vector<CellPosition> moves = rules_.successors(position);
        if (record.choice() >= moves.size()) {
            return "the choice is move " + std::to_string(record.choice()) + " of " +
                   std::to_string(moves.size());
        }
        std::uint32_t rank = 0;
        if (auto reason = good(moves[record.choice()], rank, true); !reason.empty()) return reason;
        if (part_.goal == Goal::win && record.rank != rank + 1) {
            return "the rank is " + std::to_string(record.rank) + ", by the replies it is " +
                   std::to_string(rank + 1);
        }
        return {};
    }

private:
    bool fits(Wld value, const CellPosition& position) const {
        return reaches(part_.goal, value, position.to_move == part_.prover);
    }

    // The four rules of the format, in their order. `deeper`: may replies be looked at?
    std::string good(const CellPosition& position, std::uint32_t& rank, bool deeper) {
        const std::vector<CellPosition> moves = rules_.successors(position);
        if (moves.empty()) {
            if (fits(rules_.value_without_move(position), position)) return {};
            return "the game ends without the " + std::string{name(part_.goal)};
        }
        const auto record = records_.find(key_of(position, rules_.squares()));
        if (record) {
            records_.reach(*record);
            if (records_[*record].is_leaf()) {
                return fits(records_[*record].value(), position) ? "" : "a leaf is not good";
            }
        }
        if (position.to_move == part_.prover) {
            if (!record) return "a position that can come up has no record";
            rank = std::max(rank, records_[*record].rank);
            return {};
        }
        if (record || !deeper) return "a record of the wrong kind";
        for (const CellPosition& reply : moves) {
            if (auto reason = good(reply, rank, false); !reason.empty()) return reason;
        }
        return {};
    }

    const PlainRules& rules_;
    CertificatePart part_;
    Records& records_;
};

class Checker {
public:
    Checker(const CertificateReader& certificate, const Rules& rules, const LeafTables* tables,
            const CheckOptions& options)
        : certificate_{certificate},
          rules_{rules, certificate.header().shape},
          tables_{tables},
          options_{options} {}

    Result<ProofCheck> run() {
        if (auto whole = certificate_.verify(); !whole) return fail(std::move(whole.error()));
        if (auto same = compare_tables(); !same) return fail(std::move(same.error()));
        for (const PartTotals& totals : certificate_.totals()) all_ += totals.moves + totals.leaves;
        const std::vector<CertificatePart> parts = certificate_.header().parts();
        for (std::size_t i = 0; i < parts.size() && !check_.fault; ++i) {
            part_ = i;
            check_.parts.push_back({});
            check_.parts.back().part = parts[i];
            if (auto done = check_part(parts[i]); !done) return fail(std::move(done.error()));
        }
        return std::move(check_);
    }

private:
    Result<void> compare_tables() const {
        if (tables_ == nullptr) return {};
        for (const CertificateTable& table : certificate_.header().tables) {
            const Result<Digest128> digest = tables_->digest(table.slice);
            if (!digest) return fail(digest.error());
            if (*digest != table.content) {
                return fail(ErrorKind::table_damaged,
                            "the table of " + table.slice.name() +
                                " is not the one that the certificate was made with: its digest is " +
                                to_hex(*digest) + ", not " + to_hex(table.content));
            }
        }
        return {};
    }

    Result<void> check_part(const CertificatePart& part) {
        Records records;
        for (std::size_t i = 0; i < certificate_.frames(); ++i) {
            const auto frame = certificate_.frame(i);
            if (!frame) return fail(frame.error());
            if (frame->part != part_) continue;
            for (const CertificateRecord& record : frame->records) records.add(record);
        }
        PartChecker checker{rules_, part, records};
        CheckedPart& checked = check_.parts.back();
        const CertificateHeader& header = certificate_.header();
        const CellPosition root = *cells_of(header.root, rules_.squares());
        if (!rules_.is_legal(root)) return fault(header.root, "no legal placement");
        if (auto reason = checker.check_good(root, checked.rank); !reason.empty()) {
            return fault(header.root, reason);
        }
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (auto reason = checker.check_record(i); !reason.empty()) {
                return fault(records[i].key, reason);
            }
            ++(records[i].is_leaf() ? checked.leaves : checked.moves);
            if (auto on = advance(); !on) return on;
        }
        checked.unreached = records.unreached();
        return check_leaves(records, checked);
    }

    Result<void> check_leaves(const Records& records, CheckedPart& checked) {
        PlainValues values{rules_, options_.memory};
        std::vector<std::size_t> expanded;
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (!records[i].is_leaf()) continue;
            const CellPosition position = *cells_of(records[i].key, rules_.squares());
            if (pieces_of(position) <= options_.expand) {
                if (auto added = values.add(position, options_.stop); !added) return added;
                expanded.push_back(i);
            } else if (tables_ != nullptr) {
                const Result<Wld> value = tables_->value(position);
                if (!value) return fail(value.error());
                if (*value != records[i].value()) return wrong_leaf(records[i], *value, "by the tables");
                ++checked.looked_up;
            } else {
                ++checked.believed;
            }
        }
        values.solve();
        for (const std::size_t i : expanded) {
            const Wld value = values.value(*cells_of(records[i].key, rules_.squares())).value;
            if (value != records[i].value()) return wrong_leaf(records[i], value, "by the rules");
        }
        checked.expanded = expanded.size();
        checked.positions = values.positions();
        return {};
    }

    Result<void> wrong_leaf(const CertificateRecord& record, Wld value, const std::string& by) {
        return fault(record.key, "the leaf is given as a " + std::string{name(record.value())} + ", " + by +
                                     " it is a " + std::string{name(value)});
    }

    Result<void> fault(const PositionKey& position, std::string reason) {
        check_.fault = ProofFault{part_, position, std::move(reason)};
        return {};
    }

    Result<void> advance() {
        if (++done_ % 1024 != 0) return {};
        if (options_.stop && options_.stop()) return fail(ErrorKind::interrupted, "the check was stopped");
        if (options_.progress) options_.progress(done_, all_);
        return {};
    }

    const CertificateReader& certificate_;
    PlainRules rules_;
    const LeafTables* tables_;
    const CheckOptions& options_;
    ProofCheck check_;
    std::size_t part_ = 0;
    std::uint64_t done_ = 0;
    std::uint64_t all_ = 0;
};

}  // namespace

Result<ProofCheck> check_proof(const CertificateReader& certificate, const Rules& rules,
                               const LeafTables* tables, const CheckOptions& options) {
    const CertificateHeader& header = certificate.header();
    const std::string name{same_play_as(rules).name};
    if (header.variant != name_in_files(name) || header.rules_fingerprint != rules_fingerprint(rules)) {
        return fail(ErrorKind::bad_input, "the certificate is of other rules than those of " + name +
                                              " here (" + name_from_files(header.variant) +
                                              ", another fingerprint)");
    }
    if (header.draw_rules != endless_play_draws) {
        return fail(
            ErrorKind::bad_input,
            "the certificate assumes draw rules that this version does not know: " + header.draw_rules);
    }
    if (auto able = provable(rules); !able) return fail(able.error());
    return Checker{certificate, rules, tables, options}.run();
}

}  // namespace damier
