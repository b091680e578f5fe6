#include "solver/cpu_path.hpp"

namespace damier {

std::string_view name(CpuPath path) {
    switch (path) {
        case CpuPath::avx2:
            return "avx2";
        case CpuPath::avx512:
            return "avx512";
        case CpuPath::baseline:
            break;
    }
    return "baseline";
}

std::vector<CpuPath> cpu_paths() {
    std::vector<CpuPath> paths{CpuPath::baseline};
#if defined(__x86_64__)
    // As in CMakeLists.txt, where the kernels are compiled.
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt") ||
        !__builtin_cpu_supports("lzcnt")) {
        return paths;
    }
    paths.push_back(CpuPath::avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
        paths.push_back(CpuPath::avx512);
    }
#endif
    return paths;
}

}  // namespace damier
