# What `cmake --install` gives: the program, its manual page and completions, the
# manual and the examples, the library with its public headers, the BDD library with
# its own, and the files by which CMake and pkg-config find them. HardbopUninstall.cmake removes all of it.
# The library is made of the objects of every layer but the command line.

include(CMakePackageConfigHelpers)

get_property(layers GLOBAL PROPERTY HARDBOP_LAYERS)
list(REMOVE_ITEM layers hardbop_product_main hardbop_product_abi)  # the C ABI has a library of its own

set(objects "")
set(needed "")  # the libraries of others that a program with ours must link, too
foreach(layer IN LISTS layers)
  list(APPEND objects $<TARGET_OBJECTS:${layer}>)
  get_target_property(links ${layer} LINK_LIBRARIES)
  list(FILTER links EXCLUDE REGEX "hardbop_")
  list(APPEND needed ${links})
endforeach()
list(REMOVE_DUPLICATES needed)
# One that consists of headers only is not needed once ours is built.
foreach(library IN LISTS needed)
  get_target_property(type ${library} TYPE)
  get_target_property(links ${library} INTERFACE_LINK_LIBRARIES)
  if(type STREQUAL INTERFACE_LIBRARY AND NOT links)
    list(REMOVE_ITEM needed ${library})
  endif()
endforeach()

file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.hpp ${PROJECT_SOURCE_DIR}/include/*.h)
add_library(hardbop ${objects})
add_library(hardbop::hardbop ALIAS hardbop)
target_sources(hardbop PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${headers})
target_compile_features(hardbop PUBLIC cxx_std_20)
target_link_libraries(hardbop PRIVATE ${needed} $<BUILD_INTERFACE:hardbop_flags>)
set_target_properties(hardbop PROPERTIES
  LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# The BDD library by itself. Its headers are those that its entry header leads to; they are
# installed in a folder of their own, as their names say nothing of us.
function(hardbop_headers_of header found)
  set(all ${${found}})
  if(NOT header IN_LIST all)
    list(APPEND all ${header})
    file(STRINGS ${PROJECT_SOURCE_DIR}/src/${header} includes REGEX "^#include \"")
    foreach(line IN LISTS includes)
      string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" below ${line})
      hardbop_headers_of(${below} all)
    endforeach()
  endif()
  set(${found} ${all} PARENT_SCOPE)
endfunction()
set(bdd_entry base/bdd/hardbop_bdd.hpp)
hardbop_headers_of(${bdd_entry} bdd_headers)
list(REMOVE_ITEM bdd_headers ${bdd_entry})
set(bdd_include ${CMAKE_INSTALL_INCLUDEDIR}/hardbop-bdd)
add_library(hardbop_bdd $<TARGET_OBJECTS:hardbop_base_bdd> $<TARGET_OBJECTS:hardbop_base_util>)
add_library(hardbop::bdd ALIAS hardbop_bdd)
target_include_directories(hardbop_bdd INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src/base/bdd>
  $<INSTALL_INTERFACE:${bdd_include}>)
target_compile_features(hardbop_bdd PUBLIC cxx_std_20)
target_link_libraries(hardbop_bdd PRIVATE fmt::fmt $<BUILD_INTERFACE:hardbop_flags>)
set_target_properties(hardbop_bdd PROPERTIES
  EXPORT_NAME bdd
  OUTPUT_NAME hardbop-bdd
  LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# The files by which CMake and pkg-config find them. They hold no absolute path, so
# that the folder can be moved. A program with the static library must link what
# that needs; the shared library does so itself.
set(find_dependencies "")
set(requires "")
set(libraries "")
set(modules "")
set(bdd_dependencies "")
set(bdd_requires "")
if(NOT BUILD_SHARED_LIBS)
  set(bdd_dependencies "find_dependency(fmt)\n")
  set(bdd_requires " fmt")
  foreach(library IN LISTS needed)
    string(REGEX REPLACE "::.*" "" package ${library})
    string(APPEND find_dependencies "find_dependency(${package})\n")
    set(module ${PROJECT_SOURCE_DIR}/cmake/Find${package}.cmake)
    if(EXISTS ${module})
      list(APPEND modules ${module})
      string(TOLOWER " -l${package}" link)
      string(APPEND libraries ${link})
    elseif(NOT package STREQUAL Threads)  # part of the C library
      string(APPEND requires " ${package}")
    endif()
  endforeach()
endif()
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/hardbop)
file(RELATIVE_PATH prefix_from_pc /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
foreach(file hardbop-config.cmake hardbop.pc hardbop-bdd.pc)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${file}.in ${PROJECT_BINARY_DIR}/package/${file} @ONLY)
endforeach()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/hardbop-config-version.cmake
  COMPATIBILITY SameMinorVersion)

set(completion_folders
  ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
  ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Uninstalling removes the folders that installing made: these, and all below them. The first rule
# writes down which of them do not exist yet.
set(installed_folders
  ${CMAKE_INSTALL_BINDIR}
  ${package_folder}
  ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  ${CMAKE_INSTALL_LIBDIR}/hardbop
  ${CMAKE_INSTALL_INCLUDEDIR}/hardbop
  ${bdd_include}
  ${CMAKE_INSTALL_DATADIR}/hardbop
  ${CMAKE_INSTALL_MANDIR}/man1
  ${CMAKE_INSTALL_DOCDIR}
  ${completion_folders})
install(CODE "set(build [[${PROJECT_BINARY_DIR}]])\nset(folders [[${installed_folders}]])")
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/HardbopFolders.cmake)

install(TARGETS hardbop EXPORT hardbop FILE_SET HEADERS)
install(TARGETS hardbop_c LIBRARY)
install(EXPORT hardbop FILE hardbop-targets.cmake NAMESPACE hardbop:: DESTINATION ${package_folder})
install(FILES ${PROJECT_BINARY_DIR}/package/hardbop-config.cmake
  ${PROJECT_BINARY_DIR}/package/hardbop-config-version.cmake DESTINATION ${package_folder})
install(FILES ${modules} DESTINATION ${package_folder})

# `cmake --install BUILD --component bdd` installs the BDD library alone, with what finds it.
install(TARGETS hardbop_bdd EXPORT hardbop-bdd COMPONENT bdd)
install(EXPORT hardbop-bdd FILE hardbop-bdd-targets.cmake NAMESPACE hardbop:: DESTINATION ${package_folder}
  COMPONENT bdd)
install(FILES ${PROJECT_BINARY_DIR}/package/hardbop-config.cmake
  ${PROJECT_BINARY_DIR}/package/hardbop-config-version.cmake DESTINATION ${package_folder} COMPONENT bdd)
install(FILES ${PROJECT_BINARY_DIR}/package/hardbop-bdd.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT bdd)
install(FILES src/${bdd_entry} DESTINATION ${bdd_include} COMPONENT bdd)
foreach(header IN LISTS bdd_headers)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES src/${header} DESTINATION ${bdd_include}/${folder} COMPONENT bdd)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/package/hardbop.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/algorithms DESTINATION ${CMAKE_INSTALL_DATADIR}/hardbop
  FILES_MATCHING PATTERN "*.fx")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/rules DESTINATION ${CMAKE_INSTALL_DATADIR}/hardbop
  FILES_MATCHING PATTERN "*.slic")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/schemas DESTINATION ${CMAKE_INSTALL_DATADIR}/hardbop
  FILES_MATCHING PATTERN "*.json")
foreach(module hardbop_clang hardbop_z3)
  if(TARGET ${module})
    install(TARGETS ${module} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/hardbop)
  endif()
endforeach()

# As in the source tree, so that the links between pages lead somewhere.
install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY bench/results DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN "*.dot" EXCLUDE
  PATTERN "__pycache__" EXCLUDE)

# The program writes its manual page and its completions itself, from the same table as its --help.
if(TARGET hardbop_cli)
  set(manual_page ${PROJECT_BINARY_DIR}/hardbop.1)
  add_custom_command(OUTPUT ${manual_page} COMMAND hardbop_cli man > ${manual_page}
    DEPENDS hardbop_cli VERBATIM)
  add_custom_target(hardbop_manual_page ALL DEPENDS ${manual_page})
  install(TARGETS hardbop_cli hardbop_validate)
  install(FILES ${manual_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

  set(shells bash zsh fish)
  set(completion_files hardbop _hardbop hardbop.fish)
  set(completions "")
  foreach(shell file folder IN ZIP_LISTS shells completion_files completion_folders)
    set(completion ${PROJECT_BINARY_DIR}/completions/${file})
    add_custom_command(OUTPUT ${completion}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/completions
      COMMAND hardbop_cli completions ${shell} > ${completion}
      DEPENDS hardbop_cli VERBATIM)
    list(APPEND completions ${completion})
    install(FILES ${completion} DESTINATION ${folder})
  endforeach()
  add_custom_target(hardbop_completions ALL DEPENDS ${completions})

  # The program and its modules: what `make build` builds. Then all that is installed.
  add_custom_target(hardbop_program DEPENDS hardbop_cli hardbop_validate)
  foreach(module hardbop_clang hardbop_z3)
    if(TARGET ${module})
      add_dependencies(hardbop_program ${module})
    endif()
  endforeach()
  add_custom_target(hardbop_installable
    DEPENDS hardbop_program hardbop hardbop_bdd hardbop_c hardbop_manual_page hardbop_completions)
endif()
