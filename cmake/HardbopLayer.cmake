# One folder src/GROUP/LAYER is one layer and one target, hardbop_GROUP_LAYER. What
# a layer may include and link stands in its deps.txt and nowhere else: CMake links
# just that, and a test (test/house) fails on any other include.

add_library(hardbop_flags INTERFACE)
target_compile_options(hardbop_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${HARDBOP_WERROR}>:-Werror>)
# A section a function, so that a linker can leave out what a program does not call: the sources of a
# layer may be one translation unit (CMAKE_UNITY_BUILD, in the presets), from which it takes all or none.
target_compile_options(hardbop_flags INTERFACE -ffunction-sections -fdata-sections)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # Reports overlaps in std::string's operator+ that are not there (GCC bug 105651), and with
  # precompiled headers overflows, too, and uninitialised parts of aggregates in large sources.
  target_compile_options(hardbop_flags INTERFACE
    -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # The compiler looks for memory to free when it has grown by half a gigabyte, not by an eighth of one.
  target_compile_options(hardbop_flags INTERFACE --param=ggc-min-heapsize=524288)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # Reports equal aliases of sources that are one translation unit, and what libstdc++ 12 uses itself.
  target_compile_options(hardbop_flags INTERFACE -Wno-shadow -Wno-deprecated-declarations)
endif()
if(HARDBOP_SANITIZE)
  target_compile_definitions(hardbop_flags INTERFACE HARDBOP_SANITIZED)
  # Of undefined behaviour, what is not looked for is what the address sanitizer finds, too, and
  # what the processor does not mind: that is a third of the time to compile.
  target_compile_options(hardbop_flags INTERFACE
    -fsanitize=${HARDBOP_SANITIZE} -fno-sanitize=null,alignment,object-size,vptr
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(hardbop_flags INTERFACE -fsanitize=${HARDBOP_SANITIZE})
endif()

# hardbop_compile(target HOT|WARM|COLD|FROZEN [headers...]): how its sources are compiled. To optimise
# takes most of the time of a build, so only what runs long is optimised in full: HOT is the kernel of
# diagrams, WARM are the engines on it, COLD is what runs once for a question or leaves the work to a
# solver, and FROZEN is the text of tests, which spend their time in what they test.
#
# The headers that most sources include take long to read, too. They are read once, for the first of
# all targets with the same flags and the same further headers.
set(HARDBOP_HEADERS <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <set> <span>
  <string> <string_view> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)
function(hardbop_compile target heat)
  set(level "")
  if(HARDBOP_SANITIZE AND heat MATCHES "COLD|FROZEN")
    set(level -O0)
  elseif(CMAKE_BUILD_TYPE STREQUAL Release)
    set(HOT "")
    set(WARM -O2)
    set(COLD -O1)
    set(FROZEN -O0)
    set(level ${${heat}})
  endif()
  target_compile_options(${target} PRIVATE ${level})
  get_target_property(type ${target} TYPE)
  string(REGEX MATCH EXECUTABLE kind ${type})  # whose code is not for a shared library
  string(MD5 key "${level} ${kind} ${ARGN}")
  get_property(first GLOBAL PROPERTY HARDBOP_FIRST_${key})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${HARDBOP_HEADERS} ${ARGN})
    set_property(GLOBAL PROPERTY HARDBOP_FIRST_${key} ${target})
  endif()
endfunction()

# The target of a layer: hardbop_words_graph for words/graph.
function(hardbop_target_of layer target)
  string(REPLACE / _ name ${layer})
  set(${target} hardbop_${name} PARENT_SCOPE)
endfunction()

# A source by which the program and its modules know that they are of one build (src/base/util).
set(HARDBOP_IDENTITY ${PROJECT_BINARY_DIR}/identity.cpp)

# hardbop_layer([external targets...]): the layer of this folder. The sources are its *.cpp, with
# those of its subfolders; those of folders in HARDBOP_MODULES are left to a module.
function(hardbop_layer)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src
    OUTPUT_VARIABLE layer)
  hardbop_target_of(${layer} target)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  foreach(module IN LISTS HARDBOP_MODULES)
    list(FILTER sources EXCLUDE REGEX "/${module}/[^/]*$")
  endforeach()
  add_library(${target} STATIC ${sources})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/deps.txt)
  file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/deps.txt layers REGEX "^[a-z]+/[a-z]+$")
  foreach(below IN LISTS layers)
    hardbop_target_of(${below} below)
    target_link_libraries(${target} PUBLIC ${below})
  endforeach()
  target_link_libraries(${target} PUBLIC ${ARGN} PRIVATE $<BUILD_INTERFACE:hardbop_flags>)
  set(heat HOT)
  if(layer MATCHES "^(product|c)/|/(certify|export|import|horn)$")
    set(heat COLD)
  elseif(layer MATCHES "^(boolean|words)/")
    set(heat WARM)
  endif()
  hardbop_compile(${target} ${heat})
  # For the shared library of the C ABI. Nothing is replaced when it is loaded, so nothing is lost.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  set_property(GLOBAL APPEND PROPERTY HARDBOP_LAYERS ${target})
endfunction()

# hardbop_texts(folder endings template [subfolders...]): adds to this layer the files folder/*.ending
# as text in the program, a source made of the template, in which @texts@ stands for their names and
# texts. Of files with one ending, the name has none. Where there are subfolders, their files are taken,
# and names begin with theirs.
function(hardbop_texts folder endings template)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src
    OUTPUT_VARIABLE layer)
  hardbop_target_of(${layer} target)
  list(LENGTH endings kinds)
  set(texts "")
  foreach(ending IN LISTS endings)
    set(patterns ${PROJECT_SOURCE_DIR}/${folder}/*.${ending})
    if(ARGN)
      list(TRANSFORM ARGN REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/${folder}/\\1/*.${ending}" OUTPUT_VARIABLE patterns)
    endif()
    file(GLOB files CONFIGURE_DEPENDS ${patterns})
    foreach(file IN LISTS files)
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} OUTPUT_VARIABLE name)
      if(kinds EQUAL 1)
        cmake_path(REMOVE_EXTENSION name LAST_ONLY)
      endif()
      file(READ ${file} text)
      string(APPEND texts "    {\"${name}\", R\"${ending}(${text})${ending}\"},\n")
    endforeach()
  endforeach()
  configure_file(${template} ${folder}.cpp @ONLY)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${folder}.cpp)
endfunction()
