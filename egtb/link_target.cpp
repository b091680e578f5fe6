#include "egtb/link_target.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

namespace damier {

Result<std::filesystem::path> link_target(const std::filesystem::path& path) {
    std::filesystem::path target = path;
    std::error_code ignored;
    for (int links = 0; std::filesystem::is_symlink(target, ignored); ++links) {
        constexpr int most_links = 40;  // as the system's ELOOP
        const std::filesystem::path next = std::filesystem::read_symlink(target, ignored);
        if (links == most_links || next.empty())
            return fail(ErrorKind::io, fmt::format("cannot follow the link '{}': {}", path.string(),
                                                   std::generic_category().message(ELOOP)));
        target = target.parent_path() / next;
    }
    return target;
}

}  // namespace damier
