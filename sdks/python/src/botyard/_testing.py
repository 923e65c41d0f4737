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

if TYPE_CHECKING:
    from collections.abc import Callable

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


def code(ended: SystemExit) -> int:
    if ended.code is None or isinstance(ended.code, int):
        return ended.code or 0
    return 1
