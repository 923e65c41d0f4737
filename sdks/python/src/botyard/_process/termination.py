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
            OSError: If the system refuses a pipe.
        """
        self.was_requested = False
        self.was_left = False
        """Whether this is a child of the process that installed the handler."""
        self._other: signal._HANDLER = None
        self._calls_other = False
        self._writer = -1
        self._install()
        try:
            self.descriptor, self._writer = os.pipe()
        except OSError:
            self._restore()
            raise
        os.set_blocking(self._writer, False)
        if self.was_requested:
            self._tell()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(
                before=self._hold, after_in_parent=self._release, after_in_child=self._leave
            )

    def _install(self) -> None:
        self._other = signal.getsignal(signal.SIGTERM)  # before the handler may be called
        signal.signal(signal.SIGTERM, self.handle)

    def _restore(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL if self._other is None else self._other)

    def _hold(self) -> None:
        # A signal to a child waits until the child has left the handler.
        self._mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})

    def _release(self) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, self._mask)

    def _leave(self) -> None:
        """Leave the signal as it was, in a child: pools of processes end their workers by it."""
        if not self.was_left and signal.getsignal(signal.SIGTERM) == self.handle:
            self._restore()
        self.was_left = True
        self._release()

    def keep(self) -> None:
        """Install the handler again if the bot has replaced it; the other one is called too."""
        if signal.getsignal(signal.SIGTERM) != self.handle:
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

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Handle the signal, then call the handler that was installed before."""
        if not self.was_requested:
            self.was_requested = True
            if self._writer >= 0:
                self._tell()
        if callable(self._other) and not self._calls_other:
            self._calls_other = True  # it may call this handler, if it has taken its place before
            try:
                self._other(number, frame)
            finally:
                self._calls_other = False

    def _tell(self) -> None:
        # The byte is never read, so that all see it that wait now or later.
        os.write(self._writer, b"\0")
