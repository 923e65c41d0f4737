"""The end of the process, from any thread and without unwinding."""

from __future__ import annotations

import os
import time
from _thread import (  # `threading` costs a short-lived process two milliseconds
    allocate_lock,
    start_new_thread,
)

from botyard._process import streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _thread import LockType
    from typing import NoReturn

_TURNS = 18
_MOST_TURNS = 100
_TURN = 0.005
"""How often and how long the end of a process may wait for its streams, in seconds. [RES-18]"""


def end_process(code: int) -> NoReturn:
    """Flush both streams and end the process, from any thread, without unwinding."""
    try:
        streams.flush()
    finally:
        os._exit(code)


def end_process_at_once(code: int) -> NoReturn:
    """End the process like `end_process`, but wait neither for a lock nor for a reader. [RES-18]"""
    try:
        flushed = allocate_lock()
        flushed.acquire()
        start_new_thread(_flush, (flushed,))
        _wait(flushed)
    except RuntimeError:
        streams.flush()  # no thread can be started any more, so none holds a stream
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


def _flush(flushed: LockType) -> None:
    streams.flush()
    flushed.release()
