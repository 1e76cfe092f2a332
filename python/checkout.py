"""Build backend for pip, as in PEP 517: what a checkout installs.

A checkout holds sources, and building them takes Node and npm. So its wheel is empty, and depends on the published package of the
same version. pre-commit, which clones a tag and installs the clone, thus needs no Node.
"""

from __future__ import annotations

import json
import pathlib
import zipfile

# Not the name of the published package: pip would take the checkout for it.
_NAME = "tpu-embedding-checkout"


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    """Writes the wheel into a folder, and returns its file name. The working directory is the checkout."""
    package = json.loads(pathlib.Path("package.json").read_text(encoding="utf-8"))
    name, version = package["name"], package["version"]
    distribution = f"{_NAME.replace('-', '_')}-0"
    files = {
        "METADATA": f"Metadata-Version: 2.1\nName: {_NAME}\nVersion: 0\nRequires-Dist: {name}=={version}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: checkout\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    info = f"{distribution}.dist-info"
    files["RECORD"] = "".join(f"{info}/{file},,\n" for file in [*files, "RECORD"])
    wheel = f"{distribution}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, wheel), "w") as archive:
        for file, text in files.items():
            archive.writestr(f"{info}/{file}", text)
    return wheel
