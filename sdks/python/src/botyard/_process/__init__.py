"""The process room: the only one that touches environment, streams, files, clock and exit.

It knows nothing of the contract's documents; the other rooms hand it finished bytes. Paths are
bytes throughout and streams are written by descriptor, so no locale can change what is meant.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from _thread import RLock  # `threading` costs a short-lived process two milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_serving_queries = False


def environment(name: str) -> str | None:
    """Give a variable's text, or None where it is unset; empty counts as unset. [ENV-2]"""
    raw = environment_bytes(name)
    return raw.decode("utf-8", "surrogateescape") if raw else None


def environment_bytes(name: str) -> bytes | None:
    """Give a variable's bytes, or None where it is unset or empty."""
    if os.supports_bytes_environ:
        return os.environb.get(name.encode()) or None
    return os.environ.get(name, "").encode("utf-8", "surrogatepass") or None


def code_directory() -> bytes:
    """Give the directory of the bot's code: CODE_MOUNT_DIR, else the current one."""
    return environment_bytes("CODE_MOUNT_DIR") or b"."


def absolute(path: bytes) -> bytes:
    """Resolve a path against the current directory. [ENV-4]"""
    try:
        whole = os.path.abspath(path)
    except OSError:
        return path  # the current directory is gone; whoever uses the path will see
    # Python leaves two slashes at the start, which some system might give a meaning.
    return whole[1:] if os.name == "posix" and whole.startswith(b"//") else whole


def is_query_process() -> bool:
    """Tell whether this process answers queries, which makes it read-only. [ENV-5]"""
    return bool(
        _serving_queries or environment_bytes("QUERY_PATH") or environment_bytes("QUERY_PORT")
    )


def become_query_process() -> None:
    """Make this a query process for the rest of its life, whatever the environment says."""
    global _serving_queries  # noqa: PLW0603 - one process, one fact about it
    _serving_queries = True


def timestamp() -> str:
    """Give the time in UTC as RFC 3339 with exactly three fraction digits. [MET-3]"""
    now = time.time_ns() // 1_000_000
    t = time.gmtime(now // 1000)
    return (
        f"{t.tm_year:04}-{t.tm_mon:02}-{t.tm_mday:02}"
        f"T{t.tm_hour:02}:{t.tm_min:02}:{t.tm_sec:02}.{now % 1000:03}Z"
    )


class Lock:
    """A lock for `with`: reentrant, because a signal handler may log while a line is written."""

    def __init__(self) -> None:
        self._renew()
        if hasattr(os, "register_at_fork"):
            # In a forked child the thread that held it does not exist.
            os.register_at_fork(after_in_child=self._renew)

    def _renew(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class _Stream:
    """One of the two output streams, written in whole lines from any thread."""

    def __init__(self, descriptor: int, name: str) -> None:
        self._descriptor = descriptor
        self._name = name
        self._lock = Lock()
        # Whether the last write broke off inside a line.
        self._torn = False

    def write_line(self, line: bytes) -> None:
        """Write the line and its line feed after all that bot code printed before.

        Raises:
            OSError: The stream cannot be written to.
        """
        with self._lock:
            self.flush()
            _require_open(getattr(sys, f"__{self._name}__"))
            # A line that broke off earlier must not swallow this one.
            whole = b"\n%b\n" % line if self._torn else line + b"\n"
            rest = memoryview(whole)
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
        """Flush what bot code printed. Its own stream objects may be anything, or gone."""
        for name in (self._name, f"__{self._name}__"):
            try:
                getattr(sys, name).flush()
            except Exception:  # noqa: BLE001 - our own write reports a broken stream
                pass


def _require_open(stream: object) -> None:
    # Once Python's stream is closed its descriptor may belong to any file that was opened since.
    try:
        closed = stream is None or stream.closed  # type: ignore[attr-defined]
    except Exception:  # noqa: BLE001 - a detached stream cannot say
        closed = False
    if closed:
        raise OSError(9, "the stream is closed")


def _wait_until_writable(descriptor: int) -> None:
    import select  # only where somebody made the stream non-blocking

    select.select([], [descriptor], [])


_output = _Stream(1, "stdout")
_errors = _Stream(2, "stderr")
write_output_line = _output.write_line
write_error_line = _errors.write_line


def end(code: int) -> NoReturn:
    """Flush both streams and end the process, from any thread and without unwinding."""
    try:
        _output.flush()
        _errors.flush()
    finally:
        os._exit(code)


def random_name() -> bytes:
    """Give 16 random hexadecimal digits."""
    return os.urandom(8).hex().encode()


# Opening a link fails, and opening a pipe does not wait for somebody at its other end.
_AS_IT_IS = os.O_RDONLY
for _flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):  # no system has them all
    _AS_IT_IS |= getattr(os, _flag, 0)


def read_file(path: bytes) -> bytes | None:
    """Read a whole file; None where there is none, whatever else stands there. Raises OSError."""
    try:
        descriptor = os.open(path, _AS_IT_IS)
    except FileNotFoundError:
        return None  # it may be there by now
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
    """Tell whether a path is a file. Raises OSError when that cannot be known."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def file_names(directory: bytes) -> list[bytes]:
    """List the files of a directory, none where it is missing. Raises OSError."""
    try:
        with os.scandir(directory) as entries:
            return [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    except FileNotFoundError:
        return []


def make_directory(path: bytes) -> None:
    """Create a directory with its parents, unless it is there. Raises OSError."""
    try:
        os.makedirs(path, exist_ok=True)
    except FileExistsError:
        pass  # a file or a dangling link: writing into it tells what is wrong


def replace_file(path: bytes, temporary: bytes, content: bytes) -> None:
    """Replace a file so that a reader sees the old content or the new, and a crash keeps either.

    Raises:
        OSError: The old content is still there and the temporary file is not.
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
    flush_directory(os.path.dirname(path))


def remove_file(path: bytes) -> bool:
    """Remove a file; tell whether it was there. Raises OSError when it stays."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def flush_directory(path: bytes) -> None:
    """Ask for a directory's entries to reach the disk.

    Not every file system can; the change is already visible, so a refusal is not a failure.
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
