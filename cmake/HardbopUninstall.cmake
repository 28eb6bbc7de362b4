# cmake -DBUILD=FOLDER -P cmake/HardbopUninstall.cmake removes what was last installed from the build
# folder: the files in its install_manifest.txt, and the folders that installing made
# (install_folders.txt) once they are empty. DESTDIR in the environment counts as it does when
# installing; PREFIX, if there is one, must be where it was installed.

set(manifest ${BUILD}/install_manifest.txt)
set(record ${BUILD}/install_folders.txt)

if(NOT EXISTS ${manifest})
  message(FATAL_ERROR "${manifest} is missing: nothing was installed from here, or it is uninstalled. "
    "To uninstall what an earlier build has installed, install again to the same place "
    "(make install PREFIX=...), then uninstall.")
endif()
file(STRINGS ${manifest} files ENCODING UTF-8)

if(DEFINED ENV{PREFIX})
  set(prefix $ENV{PREFIX})
  cmake_path(ABSOLUTE_PATH prefix NORMALIZE)
  foreach(file IN LISTS files)
    cmake_path(IS_PREFIX prefix ${file} NORMALIZE is_below)
    if(NOT is_below)
      message(FATAL_ERROR "PREFIX is ${prefix}, but the last installation wrote ${file}.")
    endif()
  endforeach()
endif()

set(count 0)
set(emptied "")
foreach(file IN LISTS files)
  set(file $ENV{DESTDIR}${file})
  if(NOT EXISTS ${file} AND NOT IS_SYMLINK ${file})
    continue()
  endif()
  execute_process(COMMAND rm -f -- ${file} RESULT_VARIABLE status ERROR_VARIABLE problem)
  if(status)
    message(FATAL_ERROR "${problem}Uninstall as the user who installed.")
  endif()
  math(EXPR count "${count} + 1")
  cmake_path(GET file PARENT_PATH folder)
  list(APPEND emptied ${folder})
endforeach()
if(count EQUAL 0)
  message(FATAL_ERROR "None of the files in ${manifest} exists. "
    "If they were installed with DESTDIR, uninstall with the same DESTDIR.")
endif()

# From each emptied folder up, as far as installing made them. rmdir removes empty ones only.
set(made "")
if(EXISTS ${record})
  file(STRINGS ${record} made ENCODING UTF-8)
endif()
list(REMOVE_DUPLICATES emptied)
foreach(folder IN LISTS emptied)
  foreach(ours IN LISTS made)
    cmake_path(IS_PREFIX ours ${folder} NORMALIZE is_ours)
    while(is_ours AND IS_DIRECTORY ${folder})
      execute_process(COMMAND rmdir -- ${folder} RESULT_VARIABLE status ERROR_QUIET)
      if(status)
        break()
      endif()
      cmake_path(GET folder PARENT_PATH folder)
      cmake_path(IS_PREFIX ours ${folder} NORMALIZE is_ours)
    endwhile()
  endforeach()
endforeach()
file(REMOVE ${manifest} ${record})
message(STATUS "Removed ${count} files")
