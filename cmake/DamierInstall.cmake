# What find_package(damier) reads.

include(CMakePackageConfigHelpers)
set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/damier")
install(EXPORT damierTargets NAMESPACE damier:: DESTINATION ${config_dir})
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/damierConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/damierConfig.cmake" INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/damierConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/damierConfig.cmake" "${PROJECT_BINARY_DIR}/damierConfigVersion.cmake"
        DESTINATION ${config_dir})
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DOCDIR})
