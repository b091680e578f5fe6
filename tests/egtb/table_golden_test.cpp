// Files of data/golden: old tables stay readable, and the writer's bytes do not change unnoticed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "egtb/table_file.hpp"
#include "egtb/table_name.hpp"
#include "tests/egtb/sample_table.hpp"
#include "tests/egtb/scratch_folder.hpp"

namespace damier {
namespace {

using namespace damier::test;

const std::filesystem::path golden_folder = std::filesystem::path(DAMIER_DATA_DIR) / "golden";

struct Golden {
    TableHeader header;
    int level;
};
std::vector<Golden> golden_tables() {
    return {{sample_header(3, {1'234, 567}, 500), 19},
            {sample_header(2, {0, 999}, 400), 3},
            {sample_header(300, {321}, 100), 19}};
}

TEST(GoldenTable, IsRead) {
    if (std::getenv("DAMIER_UPDATE_GOLDEN") != nullptr) {
        for (const Golden& golden : golden_tables()) {
            ASSERT_TRUE(write_sample(golden_folder, golden.header, golden.level, IfPresent::replace));
        }
        std::ofstream(golden_folder / "zstd_version.txt") << zstd_version() << '\n';
    }
    for (const Golden& golden : golden_tables()) {
        const auto table = TableFile::open(golden_folder / table_file_name(golden.header));
        ASSERT_TRUE(table) << table.error().message;
        EXPECT_EQ(table->header(), golden.header);
        EXPECT_EQ(table->footer().summaries, sample_summaries());
        EXPECT_TRUE(table->verify_all());
        EXPECT_TRUE(all_values_right(*table).value_or(false));
    }
}

TEST(GoldenTable, IsWrittenAgainByteForByte) {
    std::ifstream in(golden_folder / "zstd_version.txt");
    std::string version;
    in >> version;
    if (version != zstd_version()) {
        GTEST_SKIP() << "written by zstd " << version << ", this is " << zstd_version();
    }
    const ScratchFolder folder;
    for (const Golden& golden : golden_tables()) {
        ASSERT_TRUE(write_sample(folder.path(), golden.header, golden.level));
        const std::string name = table_file_name(golden.header);
        EXPECT_EQ(read_file(folder.path() / name), read_file(golden_folder / name)) << name;
    }
}

}  // namespace
}  // namespace damier
