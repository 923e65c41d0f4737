"""Sockets and signals, which only a query server needs."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import time

from .termination import Termination

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_SILENCE_SECONDS = 60.0
_BACKLOG = 512


def http_date() -> str:
    """Return the time in the format of HTTP."""
    t = time.gmtime()
    day = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[t.tm_wday]
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    clock = f"{t.tm_hour:02}:{t.tm_min:02}:{t.tm_sec:02}"
    return f"{day}, {t.tm_mday:02} {months[t.tm_mon - 1]} {t.tm_year} {clock} GMT"


class Listener:
    """A listening socket, which is closed on SIGTERM or SIGINT."""

    def __init__(self, host: str, port: int) -> None:
        """Listen on an address.

        Raises:
            OSError: If the address cannot be listened on.
        """
        self._told: list[int] = []
        self._socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        try:
            if os.name == "posix":  # elsewhere it would let two processes listen on one port
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind((host, port))
            # Before listening: a client may connect and send a signal at once.
            self._woken = self._catch_signals()
            self._socket.listen(_BACKLOG)
        except (UnicodeError, socket.gaierror) as error:
            self._socket.close()
            # The resolver's numbers are not system errors, and differ between systems.
            raise OSError(0, "ENOTFOUND", host) from error
        except OSError:
            self._socket.close()
            raise
        self._socket.settimeout(0)

    def connections(self) -> Iterator[socket.socket]:
        """Yield each new connection; after SIGTERM or SIGINT, close the port and return.

        A connection times out after a minute without data, and small answers are sent at once.
        """
        with self._socket, selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not self._told:
                if self._woken in [key.fileobj for key, _ in selector.select()]:
                    self._woken.recv(4096)
                # Also after the signal: closing the port would reset waiting connections.
                yield from self._accept_waiting()

    def _catch_signals(self) -> socket.socket:
        woken, self._waker = socket.socketpair()
        woken.settimeout(0)
        self._waker.settimeout(0)
        try:
            # Of `stop`, which the program may have called before.
            earlier = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)

            def told(number: int, frame: FrameType | None) -> None:
                self._told.append(number)
                if number == signal.SIGTERM and isinstance(earlier, Termination):
                    earlier.handle(number, frame)

            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, told)
            # Whichever thread receives the signal, the waiting thread wakes up.
            signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        except ValueError:
            pass  # not the main thread: the bot's signal handling stays
        return woken

    def _accept_waiting(self) -> Iterator[socket.socket]:
        for _ in range(_BACKLOG):
            try:
                client, _ = self._socket.accept()
            except BlockingIOError:
                return
            except OSError:
                time.sleep(0.05)  # out of descriptors; wait until a client disconnects
                return
            try:
                client.settimeout(_SILENCE_SECONDS)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except OSError:
                client.close()  # it has disconnected
            else:
                yield client
