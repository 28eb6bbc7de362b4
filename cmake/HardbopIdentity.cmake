# cmake -DROOT=… -DSETTINGS=… -DOUTPUT=… -P HardbopIdentity.cmake: writes a source with a digest of the
# headers whose types go between program and modules, and of the settings that change their layout.
# A module with another one is of another build, and is refused.
file(GLOB_RECURSE headers ${ROOT}/src/base/*.hpp ${ROOT}/src/c/*.hpp)
list(SORT headers)
set(text "${SETTINGS}")
foreach(header IN LISTS headers)
  file(SHA256 ${header} digest)
  string(APPEND text " ${digest}")
endforeach()
string(SHA256 identity "${text}")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "extern \"C\" {\nextern const char hardbop_identity[];\nconst char hardbop_identity[] = \"${identity}\";\n}\n")
