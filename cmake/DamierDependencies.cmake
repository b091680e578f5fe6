# What the libraries and the program need; tests/CMakeLists.txt looks for what only tests need.
# Keep in step: damierConfig.cmake.in (for users of the installed libraries), install_packages.sh (Debian).

find_package(Boost 1.74 REQUIRED)  # headers only
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(TBB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(DAMIER_ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(DAMIER_XXHASH REQUIRED IMPORTED_TARGET libxxhash)
if(DAMIER_CLI)
    find_package(CLI11 REQUIRED)
    find_package(nlohmann_json REQUIRED)
endif()
