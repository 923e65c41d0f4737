"""What `botyard.testing` puts in the place of signals, and how it runs programs."""

from __future__ import annotations

import asyncio
import inspect
import os
import runpy
import sys
import threading
from datetime import timedelta
from math import inf
from typing import TYPE_CHECKING, Any
from unittest import mock
from weakref import WeakSet

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from .testing import Bot


class Stop:
    """The request to stop, in the place of SIGTERM."""

    was_left = False

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._waited = 0.0
        self.was_requested = False
        self._lock = threading.Lock()
        self._pipe: tuple[int, int] | None = None

    @property
    def descriptor(self) -> int:
        """A pipe that can be read when the bot is asked to stop."""
        if self._pipe is None:
            self._pipe = os.pipe()
            if self.was_requested:
                os.write(self._pipe[1], b"\0")
        return self._pipe[0]

    def wait(self, seconds: float) -> bool:
        """Move the bot's clock instead of waiting."""
        with self._lock:
            if self.was_requested or seconds <= 0:
                return self.was_requested
            # In whole microseconds: ten waits of 0.1 seconds are one second.
            left = max(0.0, _microseconds(self._bot.stop_after) - self._waited)
            moved = min(_microseconds(seconds), left)
            if moved == inf:
                raise RuntimeError("the bot would never be asked to stop: stop_after is infinite")
            self._bot.now += timedelta(microseconds=moved)
            self._waited += moved
            if moved == left:
                self.request()
            return self.was_requested

    def request(self) -> None:
        if not self.was_requested:
            self.was_requested = True
            if self._pipe is not None:
                os.write(self._pipe[1], b"\0")

    def close(self) -> None:
        for descriptor in self._pipe or ():
            os.close(descriptor)


def _microseconds(seconds: float) -> float:
    return seconds if seconds == inf else round(seconds * 1e6)


def call(function: Callable[[], Any]) -> None:
    if inspect.iscoroutinefunction(function):
        asyncio.run(function())
    else:
        function()


def run_file(path: str) -> None:
    with (
        mock.patch.object(sys, "argv", [path]),
        mock.patch.object(sys, "path", [os.path.dirname(os.path.abspath(path)), *sys.path]),
    ):
        runpy.run_path(path, run_name="__main__")


class Ended(SystemExit):
    """Ends a program, or one of its threads, in the place of the process."""


def report_thread(
    report: Callable[[threading.ExceptHookArgs], object], failed: threading.ExceptHookArgs
) -> None:
    """Report what a thread raises, but not its end: pytest would warn of it."""
    if not issubclass(failed.exc_type, Ended):
        report(failed)


class Program:
    """The bot's program: once `error` has ended it, what is left of it changes nothing."""

    def __init__(self) -> None:
        self._exit_code: int | None = None
        self._is_running = False
        self._has_ended = False
        self._left: WeakSet[threading.Thread] = WeakSet()

    def run(self, program: Callable[[], None]) -> int:
        """Run a program, and return its exit code; what it raises after its end does not count."""
        self._exit_code = None
        others = threading.enumerate()
        self._is_running = True
        try:
            program()
        except SystemExit as ended:
            if self._exit_code is None:
                self._exit_code = _code(ended)
        except Exception:
            if not self._has_ended:
                raise
        finally:
            if self._has_ended:
                self._left.update(set(threading.enumerate()).difference(others))
            self._is_running = self._has_ended = False
        return self._exit_code or 0

    def go_on(self) -> None:
        """End a thread of a program that has ended, as the end of the process would have."""
        if self._has_ended or (self._left and threading.current_thread() in self._left):
            raise Ended(self._exit_code)

    def end(self, code: int) -> NoReturn:
        """End the program and all of its threads; the first end counts."""
        self.go_on()
        self._exit_code = code
        self._has_ended = self._is_running
        raise Ended(code)

    def leave(self) -> NoReturn:
        """End the program alone, where the process would go on to answer queries."""
        self._exit_code = 0
        raise Ended(0)


def _code(ended: SystemExit) -> int:
    if ended.code is None or isinstance(ended.code, int):
        return ended.code or 0
    return 1
