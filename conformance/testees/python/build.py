"""Puts the SDK and the adapter into `dist`, byte-compiled, as an installation would.

Another process may be starting what is there: each file is the old one or the new one, and stays
untouched where nothing changed.
"""

import compileall
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DIST = os.path.join(HERE, "dist")
SOURCES = os.path.join(HERE, "..", "..", "..", "sdks", "python", "src")


def replace_file(source: str, target: str) -> None:
    with open(source, "rb") as file:
        content = file.read()
    if os.path.exists(target):
        with open(target, "rb") as file:
            if file.read() == content:
                return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    temporary = f"{target}.{os.getpid()}"
    with open(temporary, "wb") as file:
        file.write(content)
    os.replace(temporary, target)


wanted = {"adapter.py": os.path.join(HERE, "adapter.py")}
for folder, _, names in os.walk(os.path.join(SOURCES, "botyard")):
    for name in names:
        if name.endswith(".py"):
            path = os.path.join(folder, name)
            wanted[os.path.relpath(path, SOURCES)] = path
for below, source in wanted.items():
    replace_file(source, os.path.join(DIST, below))
for folder, _, names in os.walk(DIST):
    for name in names:
        path = os.path.join(folder, name)
        if name.endswith(".py") and os.path.relpath(path, DIST) not in wanted:
            os.unlink(path)  # a module that the SDK has no more
sys.exit(0 if compileall.compile_dir(DIST, quiet=1) else 1)
