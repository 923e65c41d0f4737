"""Access to environment variables, streams, files, clock and exit, for all other modules.

The other modules pass complete documents as bytes. Paths are bytes and streams are written by
descriptor, so that the output does not depend on the locale.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from _thread import (  # `threading` costs a short-lived process two milliseconds
    RLock,
    allocate_lock,
    start_new_thread,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _thread import LockType
    from collections.abc import Callable
    from typing import NoReturn

_TURNS = 18
_MOST_TURNS = 100
_TURN = 0.005
"""How often and how long the end of a process may wait for its streams, in seconds. [RES-18]"""

_serving_queries = False
_formatted = (0, "1970-01-01T00:00:00.")
"""The last second that was formatted, and its text."""


def environment(name: str) -> str | None:
    """Return an environment variable as text, or None if it is unset or empty. [ENV-2]"""
    raw = environment_bytes(name)
    return raw.decode("utf-8", "surrogateescape") if raw else None


def environment_bytes(name: str) -> bytes | None:
    """Return an environment variable as bytes, or None if it is unset or empty."""
    if os.supports_bytes_environ:
        return os.environb.get(name.encode()) or None
    return os.environ.get(name, "").encode("utf-8", "surrogatepass") or None


def code_directory() -> bytes:
    """Return the directory of the bot's code: CODE_MOUNT_DIR (default: the current one)."""
    return environment_bytes("CODE_MOUNT_DIR") or b"."


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
    return bool(
        _serving_queries or environment_bytes("QUERY_PATH") or environment_bytes("QUERY_PORT")
    )


def become_query_process() -> None:
    """Make this a query process, whatever the environment variables are. [ENV-5]"""
    global _serving_queries  # noqa: PLW0603 - it applies to the whole process
    _serving_queries = True


def timestamp() -> str:
    """Return the time in UTC as RFC 3339 with exactly three fraction digits. [MET-3]"""
    global _formatted  # noqa: PLW0603 - formatting a second takes as long as writing the line
    second, millisecond = divmod(time.time_ns() // 1_000_000, 1000)
    last, text = _formatted
    if second != last:
        t = time.gmtime(second)
        text = (
            f"{t.tm_year:04}-{t.tm_mon:02}-{t.tm_mday:02}"
            f"T{t.tm_hour:02}:{t.tm_min:02}:{t.tm_sec:02}."
        )
        _formatted = second, text  # at once, so that no thread sees a second with another's text
    return f"{text}{millisecond:03}Z"


class Lock:
    """A reentrant lock for `with`: a signal handler may log while a line is written."""

    def __init__(self) -> None:
        self._renew()
        if hasattr(os, "register_at_fork"):
            # The thread that held the lock does not exist in a forked child.
            os.register_at_fork(after_in_child=self._renew)

    def _renew(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class _Stream:
    """Standard output or standard error, to which any thread may write whole lines."""

    def __init__(self, descriptor: int, name: str) -> None:
        self._descriptor = descriptor
        self._name = name
        self._original = f"__{name}__"
        self._lock = Lock()
        # Whether the last write ended within a line.
        self._torn = False

    def write_line(self, line: bytes) -> None:
        """Write a line and its line feed, after flushing what bot code printed before.

        Raises:
            OSError: If the stream cannot be written to.
        """
        with self._lock:
            self.flush()
            _require_open(getattr(sys, self._original))
            # If an earlier line was cut off, this one starts on a new line.
            whole = b"\n%b\n" % line if self._torn else line + b"\n"
            rest = whole
            try:
                while rest:
                    try:
                        rest = rest[os.write(self._descriptor, rest) :]
                    except BlockingIOError:
                        _wait_until_writable(self._descriptor)
            finally:
                if len(rest) < len(whole):
                    self._torn = bool(rest)

    def flush(self) -> None:
        """Flush what bot code printed; bot code may have replaced or removed its streams."""
        stream = getattr(sys, self._name, None)
        original = getattr(sys, self._original, None)
        for one in (stream,) if stream is original else (stream, original):
            try:
                one.flush()  # type: ignore[union-attr]  # it may be anything
            except Exception:  # noqa: BLE001 - our own write reports a broken stream
                pass


def _require_open(stream: object) -> None:
    # After Python's stream is closed, another file may have its descriptor.
    try:
        closed = stream is None or stream.closed  # type: ignore[attr-defined]
    except Exception:  # noqa: BLE001 - a detached stream raises
        closed = False
    if closed:
        raise OSError(9, "the stream is closed")


def _wait_until_writable(descriptor: int) -> None:
    import select  # only needed for a non-blocking stream

    select.select([], [descriptor], [])


_output = _Stream(1, "stdout")
_errors = _Stream(2, "stderr")
write_output_line = _output.write_line
write_error_line = _errors.write_line


def end(code: int) -> NoReturn:
    """Flush both streams and end the process, from any thread, without unwinding."""
    try:
        _flush_both()
    finally:
        os._exit(code)


def end_at_once(code: int) -> NoReturn:
    """End the process like `end`, but wait neither for a lock nor for a reader. [RES-18]"""
    try:
        flushed = allocate_lock()
        flushed.acquire()
        start_new_thread(_flush_both, (flushed.release,))
        _wait(flushed)
    except RuntimeError:
        _flush_both()  # no thread can be started any more, so none holds a stream
    finally:
        os._exit(code)


def _wait(flushed: LockType) -> None:
    """Wait in short turns.

    While the process is paused or gets no processor, none of them ends, and a late one is not the
    last, so that the thread that flushes loses no time.
    """
    for turn in range(1, _MOST_TURNS + 1):
        began = time.monotonic()
        if flushed.acquire(timeout=_TURN):
            return
        if turn >= _TURNS and time.monotonic() - began < 2 * _TURN:
            return


def _flush_both(then: Callable[[], None] = lambda: None) -> None:
    _output.flush()
    _errors.flush()
    then()


def random_name() -> bytes:
    """Return 16 random hexadecimal digits."""
    return os.urandom(8).hex().encode()


# Opening a symbolic link fails, and opening a pipe does not wait for its other end.
_AS_IT_IS = os.O_RDONLY
for _flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):  # not every system has them
    _AS_IT_IS |= getattr(os, _flag, 0)


def read_file(path: bytes) -> bytes | None:
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


def file_names(directory: bytes) -> list[bytes]:
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


def replace_file(path: bytes, temporary: bytes, content: bytes) -> None:
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
        remove_file(temporary)
        raise


def remove_file(path: bytes) -> bool:
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
