// The files that a command reads and writes: none that it writes may be one that it reads, or another one
// that it writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/result.hpp"

namespace damier {

class CommandFiles {
public:
    // `option` is how the command line calls them; `-` is standard input. What has no name is passed over.
    CommandFiles& reads(std::string_view option, const std::string& file);
    CommandFiles& reads(std::string_view option, const std::vector<std::string>& files);
    // All tables in the folders.
    CommandFiles& reads_tables(const std::vector<std::string>& folders);
    CommandFiles& writes(std::string_view option, const std::string& file);

    // ErrorKind::usage, with both names, where two are the same file, whatever links lead to it. Standard
    // output, where it is a file, is one that is written.
    Result<void> check() const;

private:
    struct File {
        std::string name;  // "--csv FILE"
        std::string path;
    };
    std::vector<File> read_;
    std::vector<File> written_;
};

}  // namespace damier
