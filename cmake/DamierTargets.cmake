# A folder is a library: its sources are found, not listed, and its templates are instantiated for every variant.

# The variants: lines `DAMIER_VARIANT(English, english)` of rules/variants/list.def, type name and file stem.
# Globbed, so that a list that appears later is noticed.
file(GLOB damier_variant_list CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/rules/variants/list.def")
set(damier_variants "")
if(damier_variant_list)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${damier_variant_list}")
    file(STRINGS "${damier_variant_list}" damier_variant_lines REGEX "^[ \t]*DAMIER_VARIANT")
    foreach(line IN LISTS damier_variant_lines)
        if(NOT line MATCHES "^[ \t]*DAMIER_VARIANT\\([ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*,[ \t]*([a-z][a-z0-9_]*)[ \t]*\\)")
            message(FATAL_ERROR "${damier_variant_list}: cannot read \"${line}\"; "
                                "write DAMIER_VARIANT(TypeName, file_stem), one variant a line.")
        endif()
        list(APPEND damier_variants "${CMAKE_MATCH_1}:${CMAKE_MATCH_2}")
    endforeach()
endif()

# Sets `result` to the .cpp files below `folder`, and one more for each variant and each template *.cpp.in there:
# instances.cpp.in gives instances_english.cpp with @VARIANT@ = English and @VARIANT_FILE@ = english.
function(damier_sources result folder)
    set(source_dir "${PROJECT_SOURCE_DIR}/${folder}")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${source_dir}/*.cpp")
    file(GLOB_RECURSE templates CONFIGURE_DEPENDS "${source_dir}/*.cpp.in")
    foreach(template IN LISTS templates)
        file(RELATIVE_PATH stem "${source_dir}" "${template}")
        string(REGEX REPLACE "\\.cpp\\.in$" "" stem "${stem}")
        foreach(variant IN LISTS damier_variants)
            string(REPLACE ":" ";" variant "${variant}")
            list(GET variant 0 VARIANT)
            list(GET variant 1 VARIANT_FILE)
            set(instance "${PROJECT_BINARY_DIR}/generated/${folder}/${stem}_${VARIANT_FILE}.cpp")
            configure_file("${template}" "${instance}" @ONLY)
            list(APPEND sources "${instance}")
        endforeach()
    endforeach()
    set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# damier_add_library(rules PUBLIC ... PRIVATE ...) makes damier_rules, known as damier::rules, and installs it.
# A folder with headers only becomes an INTERFACE library.
function(damier_add_library folder)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PUBLIC;PRIVATE")
    set(target damier_${folder})
    damier_sources(sources ${folder})
    if(sources)
        set(scope PUBLIC)
        add_library(${target} STATIC ${sources})
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:damier_warnings> ${arg_PRIVATE})
    else()
        set(scope INTERFACE)
        add_library(${target} INTERFACE)
    endif()
    add_library(damier::${folder} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${folder})
    target_compile_features(${target} ${scope} cxx_std_20)
    target_include_directories(
        ${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/damier>)
    target_link_libraries(${target} ${scope} ${arg_PUBLIC})
    install(TARGETS ${target} EXPORT damierTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/damier
            FILES_MATCHING PATTERN "*.hpp" PATTERN "*.def")
endfunction()

# The program: cli/main.cpp; the rest of cli/ is an object library, so that tests can link it too.
function(damier_add_program)
    damier_sources(sources cli)
    set(main "${PROJECT_SOURCE_DIR}/cli/main.cpp")
    if(NOT main IN_LIST sources)
        message(STATUS "damier: no cli/main.cpp, so no program")
        return()
    endif()
    list(REMOVE_ITEM sources "${main}")
    set(libraries damier::rules damier::formats damier::egtb damier::solver fmt::fmt CLI11::CLI11
                  nlohmann_json::nlohmann_json TBB::tbb)
    add_executable(damier "${main}")
    target_link_libraries(damier PRIVATE damier_warnings ${libraries})
    target_compile_definitions(damier PRIVATE DAMIER_VERSION="${PROJECT_VERSION}")
    if(sources)
        add_library(damier_cli OBJECT ${sources})
        target_link_libraries(damier_cli PRIVATE damier_warnings PUBLIC ${libraries})
        target_compile_definitions(damier_cli PRIVATE DAMIER_VERSION="${PROJECT_VERSION}")
        # All that takes time is in the libraries.
        target_compile_options(damier_cli PRIVATE $<$<CONFIG:Release>:-O1>)
        target_link_libraries(damier PRIVATE damier_cli)
    endif()
    install(TARGETS damier EXPORT damierTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
