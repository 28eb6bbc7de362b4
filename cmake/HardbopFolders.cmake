# Runs first when Hardbop is installed: writes the folders that do not exist yet to
# install_folders.txt in the build folder `build`, for HardbopUninstall.cmake. `folders`: those that
# installing makes, below the prefix. What an earlier installation made and still exists is kept.

set(record ${build}/install_folders.txt)
set(made "")
if(EXISTS ${record})
  file(STRINGS ${record} earlier ENCODING UTF-8)
  foreach(folder IN LISTS earlier)
    if(IS_DIRECTORY ${folder})
      list(APPEND made ${folder})
    endif()
  endforeach()
endif()
foreach(folder IN LISTS folders)
  set(path $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${folder})
  while(NOT EXISTS ${path})
    list(APPEND made ${path})
    cmake_path(GET path PARENT_PATH path)
  endwhile()
endforeach()
list(REMOVE_DUPLICATES made)
list(JOIN made "\n" lines)
file(WRITE ${record} "${lines}\n")
