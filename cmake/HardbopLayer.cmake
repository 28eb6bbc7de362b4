# One folder under src/ is one layer and one target. What a layer may include
# and link stands in its deps.txt and nowhere else: CMake links just that, and
# a test (test/house) fails on any other include.

add_library(hardbop_flags INTERFACE)
target_compile_options(hardbop_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${HARDBOP_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # Reports overlaps in std::string's operator+ that are not there (GCC bug 105651).
  target_compile_options(hardbop_flags INTERFACE -Wno-restrict)
endif()
if(HARDBOP_SANITIZE)
  target_compile_options(hardbop_flags INTERFACE
    -fsanitize=${HARDBOP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(hardbop_flags INTERFACE -fsanitize=${HARDBOP_SANITIZE})
endif()

# hardbop_layer(name [external targets...]): the sources are the folder's *.cpp,
# with those of its subfolders.
function(hardbop_layer name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_library(hardbop_${name} STATIC ${sources})
  target_include_directories(hardbop_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/deps.txt)
  file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/deps.txt layers REGEX "^[a-z]+$")
  list(TRANSFORM layers PREPEND hardbop_)
  target_link_libraries(hardbop_${name} PUBLIC ${layers} ${ARGN} PRIVATE $<BUILD_INTERFACE:hardbop_flags>)
  if(BUILD_SHARED_LIBS)
    set_target_properties(hardbop_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  set_property(GLOBAL APPEND PROPERTY HARDBOP_LAYERS hardbop_${name})
endfunction()
