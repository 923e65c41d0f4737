"""Files and directories by their path as bytes, so that no locale changes it."""

from __future__ import annotations

import os
import stat


def random_name() -> bytes:
    """Return 16 random hexadecimal digits."""
    return os.urandom(8).hex().encode()


# Opening a symbolic link fails, and opening a pipe does not wait for its other end.
_AS_IT_IS = os.O_RDONLY
for _flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):  # not every system has them
    _AS_IT_IS |= getattr(os, _flag, 0)


def read(path: bytes) -> bytes | None:
    """Read a regular file; return None if there is none, or something else in its place.

    Raises:
        OSError: If a regular file cannot be read.
    """
    try:
        descriptor = os.open(path, _AS_IT_IS)
    except FileNotFoundError:
        return None  # it may exist by now, so do not check again
    except OSError:
        if is_file(path):
            raise
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        with open(descriptor, "rb", buffering=0, closefd=False) as file:
            return file.readall()
    finally:
        os.close(descriptor)


def is_file(path: bytes) -> bool:
    """Return whether a path is a regular file.

    Raises:
        OSError: If this cannot be determined.
    """
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def names(directory: bytes) -> list[bytes]:
    """List the regular files of a directory; return an empty list if it does not exist.

    Raises:
        OSError: If the directory cannot be read.
    """
    try:
        with os.scandir(directory) as entries:
            return [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    except FileNotFoundError:
        return []


def make_directory(path: bytes) -> None:
    """Create a directory with its parents, unless it exists.

    Raises:
        OSError: If the directory cannot be created.
    """
    try:
        os.makedirs(path, exist_ok=True)
    except FileExistsError:
        pass  # a file or a dangling link: writing into it fails with the reason


def replace(path: bytes, temporary: bytes, content: bytes) -> None:
    """Replace a file atomically: readers, also after a crash, find the old or the new content.

    The directory is not flushed.

    Raises:
        OSError: If the file cannot be replaced. Its old content stays; the temporary file is
            removed.
    """
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        remove(temporary)
        raise


def remove(path: bytes) -> bool:
    """Remove a file; return whether it existed.

    Raises:
        OSError: If the file cannot be removed.
    """
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def flush_directory(path: bytes) -> None:
    """Flush the entries of a directory to disk.

    Not every file system supports this. The change is already visible, so errors are ignored.
    """
    try:
        descriptor = os.open(path or b".", os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)
