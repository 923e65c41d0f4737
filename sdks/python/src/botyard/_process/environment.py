"""Environment variables, the paths that follow from them, and the kind of process. [ENV-1]"""

from __future__ import annotations

import os

_serving_queries = False


def variable(name: str) -> str | None:
    """Return an environment variable as text, or None if it is unset or empty. [ENV-2]"""
    raw = variable_bytes(name)
    return raw.decode("utf-8", "surrogateescape") if raw else None


def variable_bytes(name: str) -> bytes | None:
    """Return an environment variable as bytes, or None if it is unset or empty."""
    if os.supports_bytes_environ:
        return os.environb.get(name.encode()) or None
    return os.environ.get(name, "").encode("utf-8", "surrogatepass") or None


def code_directory() -> bytes:
    """Return the directory of the bot's code: CODE_MOUNT_DIR (default: the current one)."""
    return variable_bytes("CODE_MOUNT_DIR") or b"."


def absolute(path: bytes) -> bytes:
    """Resolve a path against the current directory. [ENV-4]"""
    try:
        whole = os.path.abspath(path)
    except OSError:
        return path  # the current directory no longer exists; using the path fails
    # Python keeps two slashes at the start, because some systems give them a meaning.
    return whole[1:] if os.name == "posix" and whole.startswith(b"//") else whole


def is_query_process() -> bool:
    """Return whether this is a query process, in which state is read-only. [ENV-5]"""
    return bool(_serving_queries or variable_bytes("QUERY_PATH") or variable_bytes("QUERY_PORT"))


def become_query_process() -> None:
    """Make this a query process, whatever the environment variables are. [ENV-5]"""
    global _serving_queries  # noqa: PLW0603 - it applies to the whole process
    _serving_queries = True
