#include "egtb/table_set.hpp"

#include <algorithm>
#include <mutex>
#include <system_error>

#include "egtb/table_name.hpp"
#include "egtb/wld.hpp"
#include "rules/describe.hpp"
#include "rules/reading.hpp"
#include "rules/variants.hpp"

namespace damier {

namespace {

TableName name_of(const TableIdentity& identity, const Slice& slice) {
    return {identity.variant, static_cast<std::uint16_t>(identity.shape.width),
            static_cast<std::uint16_t>(identity.shape.height), identity.metric, slice};
}

}  // namespace

TableIdentity TableIdentity::of(const Rules& rules, const BoardShape& shape, std::string_view metric,
                                std::shared_ptr<const CountedRules> counted) {
    return {name_in_files(same_play_as(rules).name),
            shape,
            shape == rules.board.is,
            std::string{metric},
            damier::rules_fingerprint(rules),
            std::move(counted)};
}

std::string TableIdentity::file_name(const Slice& slice) const {
    return table_file_name(name_of(*this, slice));
}

TableBoard TableIdentity::board() const {
    return {static_cast<std::uint16_t>(shape.width), static_cast<std::uint16_t>(shape.height),
            static_cast<std::uint16_t>(shape.squares())};
}

TableExpectations TableIdentity::expectations(const Slice& slice) const {
    TableExpectations expected;
    expected.variant = variant;
    expected.rules_fingerprint = rules_fingerprint;
    expected.board = board();
    expected.metric = metric;
    if (counted) expected.draw_rules = counted->fingerprint();
    expected.slice = slice;
    expected.ranking = RankingScheme::blocks;
    expected.free_values = FreeValues::captures_and_r1;
    return expected;
}

TableSet::TableSet(TableIdentity identity, std::vector<std::filesystem::path> folders,
                   std::size_t cache_bytes)
    : identity_{std::move(identity)},
      folders_{std::move(folders)},
      cache_{std::make_shared<FrameCache>(cache_bytes)} {}

Result<const CachedTable*> TableSet::table(const Slice& slice) {
    {
        const std::shared_lock lock{mutex_};
        const auto it = open_.find(slice);
        if (it != open_.end()) return it->second.get();
    }
    const std::unique_lock lock{mutex_};
    const auto it = open_.find(slice);
    if (it != open_.end()) return it->second.get();
    return open(slice);
}

Result<const CachedTable*> TableSet::open(const Slice& slice) {
    const std::string file = identity_.file_name(slice);
    for (const std::filesystem::path& folder : folders_) {
        const std::filesystem::path path = folder / file;
        std::error_code error;
        if (!std::filesystem::exists(path, error)) {
            if (!error || error == std::errc::no_such_file_or_directory) continue;
            return fail(ErrorKind::io, path.string() + ": " + error.message());
        }
        Result<TableFile> opened = TableFile::open(path, identity_.expectations(slice));
        if (!opened) return fail(opened.error());
        auto table = std::make_unique<const CachedTable>(std::move(*opened), cache_);
        return (open_[slice] = std::move(table)).get();
    }
    std::string searched;
    for (const std::filesystem::path& folder : folders_)
        searched += (searched.empty() ? "" : ", ") + folder.string();
    return fail(ErrorKind::not_answerable,
                "no table of " + slice.name() + " (" + file + ") in " +
                    (searched.empty() ? "no folder" : searched) + "; build it with: damier build --variant " +
                    name_from_files(identity_.variant) +
                    (identity_.official_board ? "" : " --board " + identity_.shape.name()) +
                    (identity_.metric == WldMetric::name ? "" : " --metric " + identity_.metric) +
                    (identity_.counted ? identity_.counted->options() : "") + " --pieces " +
                    std::to_string(slice.pieces()) + " --dir " +
                    (folders_.empty() ? "DIR" : folders_.front().string()));
}

std::vector<Slice> TableSet::present() const {
    std::vector<Slice> slices;
    for (const std::filesystem::path& folder : folders_) {
        std::error_code error;
        for (std::filesystem::directory_iterator it{folder, error}, end; !error && it != end;
             it.increment(error)) {
            const auto name = parse_table_file_name(it->path().filename().string());
            if (name && *name == name_of(identity_, name->slice)) slices.push_back(name->slice);
        }
    }
    std::sort(slices.begin(), slices.end(), before_in_building);
    slices.erase(std::unique(slices.begin(), slices.end()), slices.end());
    return slices;
}

}  // namespace damier
