"""The part of the process room that only a query server needs: sockets and signals."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SILENCE_SECONDS = 60.0
_BACKLOG = 512


def http_date() -> str:
    """Give the time as HTTP writes it."""
    t = time.gmtime()
    day = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[t.tm_wday]
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    clock = f"{t.tm_hour:02}:{t.tm_min:02}:{t.tm_sec:02}"
    return f"{day}, {t.tm_mday:02} {months[t.tm_mon - 1]} {t.tm_year} {clock} GMT"


class Listener:
    """A port that is listened on until the process is told to stop by SIGTERM or SIGINT."""

    def __init__(self, host: str, port: int) -> None:
        """Listen on an address. Raises OSError."""
        self._told: list[int] = []
        self._socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        try:
            if os.name == "posix":  # elsewhere it would let two processes listen on one port
                self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind((host, port))
            # Before anybody can connect: who gets an answer may also send the signal.
            self._woken = self._catch_signals()
            self._socket.listen(_BACKLOG)
        except (UnicodeError, socket.gaierror) as error:
            self._socket.close()
            # The resolver's numbers are no errors of the system, and differ between systems.
            raise OSError(0, "ENOTFOUND", host) from error
        except OSError:
            self._socket.close()
            raise
        self._socket.settimeout(0)

    def connections(self) -> Iterator[socket.socket]:
        """Give each connection as it comes; when told to stop, close the port and end.

        A connection gives up after a minute of silence, and small answers leave at once.
        """
        with self._socket, selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not self._told:
                if self._woken in [key.fileobj for key, _ in selector.select()]:
                    self._woken.recv(4096)
                # When told, too: closing the port resets whoever still waits in it.
                yield from self._accept_waiting()

    def _catch_signals(self) -> socket.socket:
        woken, self._waker = socket.socketpair()
        woken.settimeout(0)
        self._waker.settimeout(0)
        try:
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda number, _frame: self._told.append(number))
            # Whichever thread the system hands the signal to, the waiting one wakes.
            signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        except ValueError:
            pass  # not the main thread: signals keep the meaning that the bot gave them
        return woken

    def _accept_waiting(self) -> Iterator[socket.socket]:
        for _ in range(_BACKLOG):
            try:
                client, _ = self._socket.accept()
            except BlockingIOError:
                return
            except OSError:
                time.sleep(0.05)  # out of descriptors; some come back when a client leaves
                return
            try:
                client.settimeout(_SILENCE_SECONDS)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except OSError:
                client.close()  # it has left already
            else:
                yield client
