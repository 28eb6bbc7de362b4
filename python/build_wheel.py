#!/usr/bin/env python3
"""Builds a wheel of the package with the shared library and its modules inside. Nothing is downloaded.

    build_wheel.py LIBRARY VERSION OUTPUT-FOLDER
"""
import base64
import hashlib
import pathlib
import sys
import sysconfig
import zipfile

here = pathlib.Path(__file__).resolve().parent


def files_of(library: pathlib.Path):
    """Pairs (name in the wheel, file)."""
    for source in sorted((here / "hardbop").glob("*.py")):
        yield f"hardbop/{source.name}", source
    yield "hardbop/py.typed", here / "hardbop/py.typed"
    yield "hardbop/hardbop.h", here.parent / "include/hardbop/hardbop.h"
    yield f"hardbop/{library.name}", library
    for module in sorted(library.parent.glob("hardbop-*.so")):
        yield f"hardbop/{module.name}", module


def main() -> None:
    library, version, folder = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    tag = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    info = f"hardbop-{version}.dist-info"
    texts = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: hardbop\nVersion: {version}\n"
        "Summary: A model checker for Boolean programs and C\nLicense: MIT\n"
        "Requires-Python: >=3.11\nRequires-Dist: cffi>=1.15\n",
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: hardbop\nRoot-Is-Purelib: false\nTag: {tag}\n",
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"hardbop-{version}-{tag}.whl"
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        contents = [(name, file.read_bytes()) for name, file in files_of(library)]
        contents += [(name, text.encode()) for name, text in texts.items()]
        for name, content in contents:
            wheel.writestr(name, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(content)}")
        wheel.writestr(f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,"]) + "\n")
    print(path)


main()
