# What `cmake --install build --prefix DIR` puts there, and what find_package(uq) offers:
#   bin/uq                            the program
#   lib/libuq*.a, include/uq/…        the libraries uq::uq, uq::samplers, uq::surrogates, uq::perfmodels and their headers
#   include/uq_plugin.h, .hpp         uq::plugin: headers alone, for models in shared libraries
#   share/uq/gallery                  studies to run and to copy from
# The library `studies` is the program's own and is not installed.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(UQ_LIBRARIES uq samplers surrogates perfmodels)
set(UQ_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/uq)

# libuq_samplers.a: plain names would claim more than is theirs in a shared folder.
foreach(library samplers surrogates perfmodels)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME uq_${library})
endforeach()
install(TARGETS uq_cli)
install(TARGETS ${UQ_LIBRARIES} EXPORT uq-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/uq
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/uq)
install(TARGETS uq_plugin EXPORT uq-plugin-targets FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(set uq-targets uq-plugin-targets)
  install(EXPORT ${set} NAMESPACE uq:: DESTINATION ${UQ_PACKAGE})
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/studies/gallery DESTINATION ${CMAKE_INSTALL_DATADIR}/uq FILES_MATCHING PATTERN *.toml PATTERN *.py PATTERN decode_steps.csv)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/uq)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/uq-config.cmake.in ${PROJECT_BINARY_DIR}/lib/cmake/uq/uq-config.cmake
  INSTALL_DESTINATION ${UQ_PACKAGE} NO_SET_AND_CHECK_MACRO)
# Versions below 1.0 promise nothing to each other beyond the same minor version.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lib/cmake/uq/uq-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lib/cmake/uq/uq-config.cmake ${PROJECT_BINARY_DIR}/lib/cmake/uq/uq-config-version.cmake
  DESTINATION ${UQ_PACKAGE})
# The build folder lies beside bin/uq like an installed prefix, as far as plugins are concerned: what
# `uq new-plugin` writes finds it before anything is installed.
foreach(header uq_plugin.h uq_plugin.hpp)
  configure_file(${PROJECT_SOURCE_DIR}/perfmodels/plugin/${header} ${PROJECT_BINARY_DIR}/include/${header} COPYONLY)
endforeach()
export(EXPORT uq-plugin-targets NAMESPACE uq:: FILE ${PROJECT_BINARY_DIR}/lib/cmake/uq/uq-plugin-targets.cmake)
