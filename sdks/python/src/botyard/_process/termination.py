"""SIGTERM, by which the platform asks the bot to stop."""

from __future__ import annotations

import os
import signal
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

_LONGEST_POLL = 1_000_000.0


class Termination:
    """Receives SIGTERM, which then no longer ends the process."""

    def __init__(self) -> None:
        """Install the handler.

        Raises:
            ValueError: If this is not the main thread.
        """
        self.was_requested = False
        self._other: signal._HANDLER = None
        self._calls_other = False
        self._open_pipe()
        if hasattr(os, "register_at_fork"):
            # Otherwise a signal to the child would wake the parent.
            os.register_at_fork(after_in_child=self._open_pipe)
        self._install()

    def _open_pipe(self) -> None:
        # The byte is never read, so that all see it that wait now or later.
        self.descriptor, self._writer = os.pipe()
        os.set_blocking(self._writer, False)

    def _install(self) -> None:
        self._other = signal.getsignal(signal.SIGTERM)  # before the handler may be called
        signal.signal(signal.SIGTERM, self._handle)

    def keep(self) -> None:
        """Install the handler again if the bot has replaced it; the other one is called too."""
        if signal.getsignal(signal.SIGTERM) != self._handle:
            try:
                self._install()
            except ValueError:
                pass  # only the main thread can

    def wait(self, seconds: float) -> bool:
        """Wait for the signal; return whether it has come."""
        import select  # only needed by bots that wait

        end = time.monotonic() + seconds
        poll = select.poll()
        poll.register(self.descriptor, select.POLLIN)
        while not self.was_requested:
            left = end - time.monotonic()
            poll.poll(1000 * max(0.0, min(left, _LONGEST_POLL)))
            if left <= 0:
                break
        return self.was_requested

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if not self.was_requested:
            self.was_requested = True
            os.write(self._writer, b"\0")
        if callable(self._other) and not self._calls_other:
            self._calls_other = True  # it may call this handler, if it has taken its place before
            try:
                self._other(number, frame)
            finally:
                self._calls_other = False
