# Language level, warnings, sanitizers, compiler cache.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# All programs in one folder, so that a PATH entry finds them.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(DAMIER_CCACHE ccache)
mark_as_advanced(DAMIER_CCACHE)
if(DAMIER_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${DAMIER_CCACHE}")
endif()

# Linked PRIVATE by every target of ours, and not exported.
add_library(damier_warnings INTERFACE)
target_compile_options(damier_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(DAMIER_WERROR)
    target_compile_options(damier_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 sees overlapping copies in std::string where there are none (GCC bug 105651), and at -O3 overflows and
    # overreads in the growth of vectors.
    target_compile_options(damier_warnings INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread
                                                     -Wno-psabi)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # The macros of GoogleTest's typed suites leave their variadic argument empty.
    target_compile_options(damier_warnings INTERFACE -Wno-gnu-zero-variadic-macro-arguments)
endif()

if(DAMIER_SANITIZE)
    add_compile_options(-fsanitize=${DAMIER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${DAMIER_SANITIZE})
    if(DAMIER_SANITIZE MATCHES "undefined")
        # What these find AddressSanitizer finds too; they double the time that compiling takes.
        add_compile_options(-fno-sanitize=null,object-size,vptr)
    endif()
    # GCC's manual: sanitizers make these warnings unreliable.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(damier_warnings INTERFACE -Wno-maybe-uninitialized)
    endif()
endif()
