"""The query server: serves HTTP/1.1 until SIGTERM or SIGINT. [Q-20]

Every connection has a thread, so neither a slow handler nor an idle client delays other queries;
the number of handlers that run at once is bounded. [Q-27, Q-45]
"""

from __future__ import annotations

import threading
from socket import SHUT_RD, SHUT_WR

from botyard import _errors
from botyard._process import end, environment, network

from . import answer, failure, http, registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import NoReturn

_DEFAULT_HOST = "127.0.0.1"
_DEFAULT_PORT = "9476"
_HIGHEST_PORT = 65535
_MOST_HANDLERS = 64
"""How many handlers run at once; further queries wait. [Q-45]"""
_LARGEST_HEAD = 256 * 1024
_LINGER_BYTES = 16 * 1024 * 1024
_STATUSES = {
    None: 200,
    "query.invalid_param": 400,
    "query.params_not_object": 400,
    "query.unknown_path": 404,
    "query.method_not_allowed": 405,
    "query.body_too_large": 413,
    "query.handler_failed": 500,
}


def run() -> NoReturn:
    """Serve until SIGTERM or SIGINT, finish the answers in progress and exit with 0.

    Raises:
        BotyardError: `query.invalid_port`, `query.listen_failed`. [Q-21]
    """
    host = environment.variable("QUERY_HOST") or _DEFAULT_HOST
    port = _read_port(environment.variable("QUERY_PORT") or _DEFAULT_PORT)
    try:
        listener = network.Listener(host, port)
    except OSError as error:
        reason = _errors.reason(error)
        refused = _errors.failure("query.listen_failed", host=host, port=port, reason=reason)
        raise refused from error
    if threading.excepthook is threading.__excepthook__:  # keep a hook of the bot
        threading.excepthook = _log_left_failure
    server = _Server()
    for connection in listener.connections():
        server.serve(connection)
    server.drain()
    end.end_process(0)


def _log_left_failure(failed: threading.ExceptHookArgs) -> None:
    """Log an exception that ended a thread of the bot. [Q-44]"""
    if failed.exc_value is not None and failed.exc_type is not SystemExit:
        failure.log_left(failed.exc_value)


def _read_port(text: str) -> int:
    if len(text) <= 5 and text.isascii() and text.isdigit():  # digits of 65535
        port = int(text)
        if 1 <= port <= _HIGHEST_PORT:
            return port
    raise _errors.failure("query.invalid_port", value=text)


class _Server:
    """The connections that are open now."""

    def __init__(self) -> None:
        self.stopping = False
        self._open: set[_Connection] = set()
        self._changed = threading.Condition()
        self.running = threading.BoundedSemaphore(_MOST_HANDLERS)

    def serve(self, client: socket.socket) -> None:
        """Start a thread for a connection."""
        connection = _Connection(self, client)
        with self._changed:
            self._open.add(connection)
        try:
            threading.Thread(target=connection.run, name="botyard-query", daemon=True).start()
        except RuntimeError:  # the system refuses a thread: close only this connection
            self.forget(connection)

    def forget(self, connection: _Connection) -> None:
        """Close and remove a connection."""
        with self._changed:
            self._open.discard(connection)
            connection.close()
            self._changed.notify_all()

    def drain(self) -> None:
        """Accept no further requests and wait for the answers in progress. [Q-29]"""
        with self._changed:
            self.stopping = True
            for connection in self._open:
                connection.stop_reading()
            self._changed.wait_for(lambda: not self._open)


class _Connection:
    """A connection; each request is answered before the next one is read."""

    def __init__(self, server: _Server, client: socket.socket) -> None:
        self._server = server
        self._client = client
        self._received = b""

    def run(self) -> None:
        """Answer requests until the client disconnects or an answer ends the connection."""
        try:
            while self._answer_next():
                pass
        except (OSError, EOFError):
            pass  # the client has disconnected or timed out
        finally:
            self._server.forget(self)

    def stop_reading(self) -> None:
        """Wake a thread that waits for bytes; bytes that have arrived are still read."""
        try:
            self._client.shutdown(SHUT_RD)
        except OSError:
            pass  # it is closed already

    def close(self) -> None:
        """Close the socket."""
        self._client.close()

    def _answer_next(self) -> bool:
        """Answer one request; return whether the connection stays open."""
        try:
            head = http.Head(self._read_head())
            handler = registry.find(head.path)
            # The contract's order: method, path, body size, parameters, handler.
            if head.method not in ("GET", "POST"):
                refused = _errors.failure("query.method_not_allowed", method=head.method)
                return self._refuse(head, answer.refusal(refused))
            if handler is None:
                return self._refuse(head, answer.unknown_path(head.path))
            try:
                body = self._read_body(head)
            except http.BodyTooLargeError:
                return self._refuse(head, answer.refusal(_errors.failure("query.body_too_large")))
        except http.BadRequestError as error:
            refusal = answer.Outcome(code="", message=str(error))
            self._send(error.status, refusal.document(with_code=False))
            return self._linger()
        try:
            params = http.parse_query(head.query) | answer.read_params(body)
            with self._server.running:
                outcome = answer.ask(handler, head.path, params)
        except _errors.BotyardError as refused:
            outcome = answer.refusal(refused)
        return self._send_outcome(outcome, head, keep_alive=head.keep_alive)

    def _refuse(self, head: http.Head, outcome: answer.Outcome) -> bool:
        """Answer without waiting for the body, which may be of any size."""
        bounded = not head.chunked and head.length <= http.LARGEST_BODY
        keep_alive = head.keep_alive and bounded and not head.expects_continue
        if self._send_outcome(outcome, head, keep_alive=keep_alive):
            self._read(head.length)
            return True
        return self._linger()

    def _read_head(self) -> bytes:
        while True:
            self._received = self._received.lstrip(b"\r\n")  # a client may send an extra line
            ends = (self._received.find(b"\n\r\n"), self._received.find(b"\n\n"))
            end = min((at for at in ends if at >= 0), default=-1)
            if end >= 0:
                head = self._received[:end]
                self._received = self._received[end:].partition(b"\n")[2].partition(b"\n")[2]
                return head
            http.refuse_controls(self._received)
            if len(self._received) > _LARGEST_HEAD:
                raise http.BadRequestError("the headers are too large", 431)
            self._receive()

    def _read_body(self, head: http.Head) -> bytes:
        if head.length > http.LARGEST_BODY:
            raise http.BodyTooLargeError
        if head.expects_continue and head.has_body and not self._received:
            self._client.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        if head.chunked:
            return http.read_chunked(self._read_line, self._read)
        return self._read(head.length)

    def _read(self, size: int) -> bytes:
        parts = [self._received[:size]]
        missing = size - len(parts[0])
        self._received = self._received[size:]
        while missing > 0:
            self._receive()
            parts.append(self._received[:missing])
            self._received = self._received[missing:]
            missing -= len(parts[-1])
        return b"".join(parts)

    def _read_line(self, longest: int) -> bytes:
        while b"\n" not in self._received:
            if len(self._received) > longest:
                raise http.BadRequestError("a line of the body is too long")
            self._receive()
        line, _, self._received = self._received.partition(b"\n")
        return line.removesuffix(b"\r")

    def _receive(self) -> None:
        received = self._client.recv(65536)
        if not received:
            raise EOFError
        self._received += received

    def _send_outcome(self, outcome: answer.Outcome, head: http.Head, *, keep_alive: bool) -> bool:
        """Send an answer; return whether the connection stays open."""
        status = _STATUSES[outcome.code]
        body = outcome.value if status == 200 else outcome.document(with_code=status != 500)
        # A pipelined query that was received before the end is still answered.
        keep_alive = keep_alive and (not self._server.stopping or bool(self._received))
        self._send(status, body, keep_alive=keep_alive, bodiless=head.method == "HEAD")
        return keep_alive

    def _send(
        self, status: int, body: bytes, *, keep_alive: bool = False, bodiless: bool = False
    ) -> None:
        date = network.http_date()
        self._client.sendall(
            http.response(status, body, date=date, keep_alive=keep_alive, bodiless=bodiless)
        )

    def _linger(self) -> bool:
        """Let a client that is still sending read its answer, then end the connection."""
        self._client.shutdown(SHUT_WR)
        self._client.settimeout(1)
        left = _LINGER_BYTES
        while left > 0:
            received = len(self._client.recv(65536))
            left = left - received if received else 0
        return False
