#include "tests/support/table_fixture.hpp"

#include <algorithm>
#include <span>

#include "egtb/table_writer.hpp"

namespace damier::test {

TableParts take_apart(const std::filesystem::path& file) {
    const auto table = TableFile::open(file);
    if (!table) throw std::runtime_error(table.error().message);
    TableParts parts{table->header(), {}, table->footer().summaries};
    for (std::size_t section = 0; section < parts.header.sections.size(); ++section) {
        auto& symbols = parts.symbols.emplace_back();
        for (std::uint64_t value = 0; value < parts.header.sections[section].values;) {
            const auto frame = table->decode_frame(table->locate(section, value).frame);
            if (!frame) throw std::runtime_error(frame.error().message);
            for (std::uint32_t i = 0; i < frame->values(); ++i) {
                symbols.push_back(static_cast<std::uint8_t>(frame->symbol(i)));
            }
            value += frame->values();
        }
    }
    return parts;
}

void put_together(const TableParts& parts, const std::filesystem::path& file) {
    const auto check = [](const auto& result) {
        if (!result) throw std::runtime_error(result.error().message);
    };
    const ScratchFolder folder;
    auto writer = TableWriter::create(folder.path(), parts.header);
    check(writer);
    for (const auto& symbols : parts.symbols) {
        for (std::size_t first = 0; first < symbols.size();) {
            const std::size_t count = writer->next_frame_values();
            const auto frame = compress_frame(std::span(symbols).subspan(first, count), parts.header.alphabet,
                                              zstd_level(Effort::fast));
            check(frame);
            check(writer->add(*frame));
            first += count;
        }
    }
    check(writer->publish(parts.summaries));
    write_file(file, read_file(writer->path()));
}

}  // namespace damier::test
