"""Puts the SDK and the adapter into `dist`, byte-compiled, as an installation would."""

import compileall
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DIST = os.path.join(HERE, "dist")
SDK = os.path.join(HERE, "..", "..", "..", "sdks", "python", "src", "botyard")

shutil.rmtree(DIST, ignore_errors=True)
shutil.copytree(SDK, os.path.join(DIST, "botyard"), ignore=shutil.ignore_patterns("__pycache__"))
shutil.copy2(os.path.join(HERE, "adapter.py"), DIST)
sys.exit(0 if compileall.compile_dir(DIST, quiet=1) else 1)
