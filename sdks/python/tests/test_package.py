"""The wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

PROJECT = Path(__file__).parents[1]
VERSION = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]


def test_the_wheel_contains_every_module_and_has_no_dependencies(tmp_path: Path) -> None:
    """Built without network access, with the pinned backend."""
    subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from flit_core.buildapi import build_wheel; build_wheel(sys.argv[1])",
            tmp_path,
        ],
        cwd=PROJECT,
        check=True,
    )
    (wheel,) = tmp_path.iterdir()
    assert wheel.name == f"botyard-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith("botyard/")}
        metadata = archive.read(f"botyard-{VERSION}.dist-info/METADATA").decode()
    modules = {
        os.path.relpath(file, PROJECT / "src")
        for file in (PROJECT / "src").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert names == modules
    assert "botyard/py.typed" in names
    assert "Requires-Dist" not in metadata
    assert "Requires-Python: >=3.11" in metadata
