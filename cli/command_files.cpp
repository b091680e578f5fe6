#include "cli/command_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <tuple>

#include "egtb/link_target.hpp"

namespace damier {

namespace {

namespace fs = std::filesystem;

// Two names of a file have the same: device and number of a file that is there, the true path of one that is
// not. What is no file, such as a terminal, may be read and written: nothing.
using Identity = std::tuple<dev_t, ino_t, std::string>;

std::optional<Identity> identity_of(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) == 0) {
        if (!S_ISREG(found.st_mode)) return std::nullopt;
        return Identity{found.st_dev, found.st_ino, {}};
    }
    std::error_code error;
    const auto target = link_target(path);
    const fs::path real = fs::weakly_canonical(fs::absolute(target.value_or(path), error), error);
    return Identity{0, 0, error ? path : real.string()};
}

}  // namespace

CommandFiles& CommandFiles::reads(std::string_view option, const std::string& file) {
    if (file == "-") {
        read_.push_back({"standard input", "/dev/stdin"});
    } else if (!file.empty()) {
        read_.push_back({fmt::format("{} {}", option, file), file});
    }
    return *this;
}

CommandFiles& CommandFiles::reads(std::string_view option, const std::vector<std::string>& files) {
    for (const std::string& file : files) reads(option, file);
    return *this;
}

CommandFiles& CommandFiles::reads_tables(const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) {
        std::error_code error;
        for (fs::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error)) {
            if (it->path().extension() == ".dmr")
                read_.push_back({"the table " + it->path().string(), it->path()});
        }
    }
    return *this;
}

CommandFiles& CommandFiles::writes(std::string_view option, const std::string& file) {
    if (!file.empty()) written_.push_back({fmt::format("{} {}", option, file), file});
    return *this;
}

Result<void> CommandFiles::check() const {
    std::map<Identity, const File*> known;
    for (const File& file : read_) {
        if (const auto identity = identity_of(file.path)) known.emplace(*identity, &file);
    }
    const auto take = [&](const File& file) -> Result<void> {
        if (file.path == "-")
            return fail(ErrorKind::usage, file.name + ": this has to be the name of a file");
        const auto identity = identity_of(file.path);
        if (!identity) return {};
        const auto [same, is_new] = known.emplace(*identity, &file);
        if (is_new) return {};
        return fail(ErrorKind::usage,
                    fmt::format("{} and {} are the same file", file.name, same->second->name));
    };
    for (const File& file : written_) {
        if (auto taken = take(file); !taken) return taken;
    }
    static const File standard_output{"standard output", "/dev/stdout"};
    return take(standard_output);
}

}  // namespace damier
