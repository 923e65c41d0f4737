"""Testing: runs a bot's code in a test, without a platform.

While a `Bot` is entered, the functions of the SDK belong to it: they get its id and config, what
they emit is in its lists, and its state and result are in a temporary directory. Bots that are
entered at once, in several threads, take turns. Its clock moves only while the bot waits with
`stop.wait`, which returns at once.

With pytest, the fixture `bot` is an entered `Bot`.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Self
from unittest import mock

from . import _query, _stop, _testing
from ._process import clock, end, environment, streams
from ._query import answer, registry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

__all__ = ["Bot", "LogRecord", "Metric"]

_turn = threading.RLock()
_entered: list[Bot] = []


@dataclass(frozen=True)
class Metric:
    """A metric that the bot has emitted; `timestamp` is RFC 3339, in UTC to the millisecond."""

    type: str
    data: dict[str, Any]
    timestamp: str


@dataclass(frozen=True)
class LogRecord:
    """A record of the bot's log; `data` is None if none was given."""

    level: str
    message: str
    data: dict[str, Any] | None
    timestamp: str


class Bot:
    """A bot in a test.

    Args:
        config: Its config; may be changed until the bot reads it.
        id: Its identifier.
        now: What its clock shows at first, with a time zone (default: the beginning of 2026).
        stop_after: When the platform asks the bot to stop: as soon as it has waited for so many
            seconds in `stop.wait`. By default at its first wait of more than 0 s; `float("inf")`
            means not at all.

    Example:
        >>> from botyard import input, metric, stop, testing
        >>> def look() -> None:
        ...     symbol = input.parse().config["symbol"]
        ...     while not stop.requested():
        ...         metric("price", {"symbol": symbol, "value": 187.5})
        ...         stop.wait(60)
        >>> with testing.Bot({"symbol": "AAPL"}, stop_after=120) as bot:
        ...     bot.run(look)
        ...     len(bot.metrics), bot.metrics[1].timestamp
        0
        (2, '2026-01-01T00:01:00.000Z')
    """

    def __init__(
        self,
        config: Mapping[str, Any] | None = None,
        *,
        id: str = "test-bot",
        now: datetime = datetime(2026, 1, 1, tzinfo=UTC),
        stop_after: float = 0,
    ) -> None:
        """Make a bot, to be entered with `with`."""
        self.config: dict[str, Any] = dict(config or {})
        self.id = id
        self.now = now
        """What its clock shows."""
        self.stop_after = stop_after
        self.metrics: list[Metric] = []
        """What the bot has emitted, in order."""
        self.logs: list[LogRecord] = []
        """What the bot has logged, in order."""
        self._stop = _testing.Stop(self)
        self._asks = threading.local()
        self._program = _testing.Program()
        self._open = ExitStack()

    @property
    def result(self) -> dict[str, Any] | None:
        """The result that the bot has reported last; None if it has reported none.

        Example:
            >>> from botyard import success, testing
            >>> with testing.Bot() as bot:
            ...     success("looked")
            ...     bot.result
            {'status': 'success', 'message': 'looked'}
        """
        try:
            with open(self._file("result.json"), encoding="utf-8") as file:
                document: dict[str, Any] = json.load(file)
        except FileNotFoundError:
            return None
        return document

    def run(self, program: str | os.PathLike[str] | Callable[[], Any]) -> int:
        """Run a program of the bot until it ends, and return its exit code.

        Args:
            program: A Python file, which is run as a program, or a function; a coroutine function
                gets an event loop of its own.

        Raises:
            BaseException: What the program raises, except SystemExit. `error` of the SDK and
                `query.run` raise it here, where they end the process otherwise; handlers that a
                query program registers are asked with `ask`. After `error`, in any thread, later
                calls of the SDK by the program raise it again and change nothing.

        Example:
            >>> from botyard import error, testing
            >>> with testing.Bot() as bot:
            ...     bot.run(lambda: error("no price"))
            ...     bot.logs[0].message
            1
            'no price'
        """
        _query._was_run = False  # noqa: SLF001 - another program of the bot may have been run
        if callable(program):
            return self._program.run(partial(_testing.call, program))
        return self._program.run(partial(_testing.run_file, os.fspath(program)))

    def ask(self, path: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Ask the handler of a query's path, and return its answer as the platform gives it.

        That is `{"status": "ok", "data": ...}`, or for a failure
        `{"status": "error", "error": message, "code": code}`.

        Example:
            >>> from botyard import query, testing
            >>> @query.handler("/double")
            ... def double(request: query.Request) -> int:
            ...     return 2 * request.get_integer("n", 21)
            >>> with testing.Bot() as bot:
            ...     bot.ask("/double", {"n": 4})
            {'status': 'ok', 'data': 8}
        """
        handler = registry.find(path)
        if handler is None:
            outcome = answer.unknown_path(path)
        else:
            self._asks.now = True
            try:
                outcome = answer.ask(handler, path, json.loads(json.dumps(dict(params or {}))))
            finally:
                self._asks.now = False
        document: dict[str, Any] = json.loads(outcome.document())
        return document

    def stop(self) -> None:
        """Ask the bot to stop, as the platform does with SIGTERM; from any thread or handler.

        Example:
            >>> from botyard import stop, testing
            >>> with testing.Bot() as bot:
            ...     bot.stop()
            ...     stop.requested()
            True
        """
        self._stop.request()

    def __enter__(self) -> Self:
        """Make the functions of the SDK belong to this bot; wait until another one is left."""
        _turn.acquire()
        if _entered:
            _turn.release()
            raise RuntimeError("another bot is entered in this thread; leave it first")
        _entered.append(self)
        self._open.callback(_turn.release)
        self._open.callback(_entered.clear)
        try:
            self._take_over()
        except BaseException:
            self._open.close()
            raise
        return self

    def _take_over(self) -> None:
        self._folder = self._open.enter_context(tempfile.TemporaryDirectory(prefix="botyard-"))
        self._open.callback(self._stop.close)
        for holder, name, mine in (
            (environment, "variable_bytes", self._variable),
            (environment, "is_query_process", self._is_query_process),
            (environment, "become_query_process", self._program.leave),
            (clock, "timestamp", self._timestamp),
            (streams, "write_stdout", self._take_metric),
            (streams, "write_stderr", self._take_log),
            (end, "end_process_at_once", self._program.end),
            (_stop, "_receiving", self._receive_stop),
            (_stop, "_events", None),
            (threading, "excepthook", partial(_testing.report_thread, threading.excepthook)),
            (_query, "_was_run", False),
        ):
            self._open.enter_context(mock.patch.object(holder, name, mine))

    def __exit__(
        self, type: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        """Give the functions of the SDK back to the process, and remove state and result."""
        self._open.close()

    def _file(self, name: str) -> str:
        return os.path.join(self._folder, name)

    def _is_query_process(self) -> bool:
        self._program.go_on()
        return getattr(self._asks, "now", False)

    def _receive_stop(self) -> _testing.Stop:
        self._program.go_on()
        return self._stop

    def _variable(self, name: str) -> bytes | None:
        self._program.go_on()
        if name == "BOT_CONFIG":
            return json.dumps(self.config).encode()
        given = {
            "BOT_ID": self.id,
            "RESULT_PATH": self._file("result.json"),
            "STATE_DIR": self._file("state"),
        }
        return given.get(name, "").encode() or None

    def _timestamp(self) -> str:
        self._program.go_on()
        now = self.now.astimezone(UTC)
        return f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03}Z"

    def _take_metric(self, line: bytes) -> None:
        read = json.loads(line)
        self.metrics.append(Metric(read["_metric"], read["data"], read["timestamp"]))

    def _take_log(self, line: bytes) -> None:
        read = json.loads(line)
        data = read.get("data")
        self.logs.append(LogRecord(read["level"], read["message"], data, read["timestamp"]))
