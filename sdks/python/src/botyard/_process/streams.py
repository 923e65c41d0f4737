"""Standard output and standard error, written by descriptor so that no locale changes them."""

from __future__ import annotations

import os
import sys
from _thread import RLock  # `threading` costs a short-lived process two milliseconds


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
write_stdout = _output.write_line
write_stderr = _errors.write_line


def flush() -> None:
    """Flush what bot code printed to either stream."""
    _output.flush()
    _errors.flush()
