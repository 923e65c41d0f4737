"""The room `testing`, by which a bot's author tests a bot without a platform."""

from __future__ import annotations

import asyncio
import os
import tempfile
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import pytest

import botyard
from botyard import BotyardError, input, log, metric, query, state, stop, success, testing
from conftest import SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Folder


def test_a_bot_in_a_test_gets_its_config_and_what_it_emits_is_there_as_values() -> None:
    """The streams, the state and the environment of the process are left alone."""

    def look() -> None:
        bot_id, config = input.parse()
        metric("price", {"symbol": config["symbol"], "value": 187.5})
        log.warn("slow")
        log.info("looked", {"bot": bot_id})
        state.set("looks", state.get("looks", 0) + 1)
        success("looked", {"looks": state.get("looks")})

    now = datetime(2026, 11, 28, 9, 30, 0, 123_456, tzinfo=UTC)
    with testing.Bot({"symbol": "AAPL"}, id="mine", now=now) as bot:
        assert bot.result is None
        assert bot.run(look) == 0
        at = "2026-11-28T09:30:00.123Z"
        assert bot.metrics == [testing.Metric("price", {"symbol": "AAPL", "value": 187.5}, at)]
        assert bot.logs == [
            testing.LogRecord("warn", "slow", None, at),
            testing.LogRecord("info", "looked", {"bot": "mine"}, at),
        ]
        assert bot.result == {"status": "success", "message": "looked", "data": {"looks": 1}}
    with testing.Bot() as bot:
        assert bot.result is None
        assert state.list() == []


def test_a_bot_is_asked_to_stop_at_its_first_wait_or_after_the_time_that_a_test_gives() -> None:
    """The clock moves while it waits, and only then."""

    def beat() -> None:
        while not stop.wait(0):
            metric("beat", {})
            stop.wait(60)

    for seconds, beats in ((0, 1), (60, 1), (61, 2), (180, 3)):
        with testing.Bot(stop_after=seconds) as bot:
            bot.run(beat)
            assert len(bot.metrics) == beats
            assert (bot.now - datetime(2026, 1, 1, tzinfo=UTC)).total_seconds() == seconds
            assert stop.wait(float("inf"))


@pytest.mark.parametrize(("stop_after", "rounds"), [(1, 9), (0.7, 6), (0.3, 2)])
def test_ten_waits_of_a_tenth_of_a_second_are_one_second(stop_after: float, rounds: int) -> None:
    """The last of them answers that it is time to stop."""

    def beat() -> None:
        while not stop.wait(0.1):
            metric("beat", {})

    with testing.Bot(stop_after=stop_after) as bot:
        bot.run(beat)
        assert len(bot.metrics) == rounds


def test_a_test_stops_a_bot_by_a_call() -> None:
    """Also one that waits for the event of its loop."""
    with testing.Bot(stop_after=float("inf")) as bot:
        assert not stop.wait(3600)
        with pytest.raises(RuntimeError, match="never be asked to stop"):
            stop.wait(float("inf"))

        async def main() -> None:
            asyncio.get_running_loop().call_later(0.01, bot.stop)
            await stop.event().wait()
            log.info("stopped")

        assert bot.run(main) == 0
        assert [record.message for record in bot.logs] == ["stopped"]
        assert stop.requested()


def test_error_ends_the_program_and_not_the_test() -> None:
    """What follows does not run."""

    def look() -> None:
        botyard.error("no price")
        metric("price", {})

    with testing.Bot() as bot:
        assert bot.run(look) == 1
        assert bot.metrics == []
        assert bot.result == {"status": "error", "message": "no price"}
        assert [(record.level, record.message) for record in bot.logs] == [("error", "no price")]
        thread = threading.Thread(target=lambda: bot.run(look))
        thread.start()
        thread.join()


@pytest.mark.parametrize(
    "go_on",
    [
        lambda ended: botyard.error(f"failed: {ended}"),
        lambda _: success("went on"),
        lambda _: state.set("looks", 2),
        lambda _: log.error("failed"),
        lambda _: metric("failure", {}),
        lambda _: stop.wait(60),
        lambda _: 1 / 0,
    ],
)
def test_a_program_that_catches_error_has_ended_as_its_process_would_have(
    go_on: Callable[[object], object],
) -> None:
    """What it does then changes nothing."""

    def look() -> None:
        try:
            botyard.error("no symbol")
        except BaseException as ended:  # noqa: BLE001 - as a bot's code may
            go_on(ended)
        finally:
            success("went on")

    with testing.Bot(stop_after=float("inf")) as bot:
        state.set("looks", 1)
        assert bot.run(look) == 1
        assert bot.result == {"status": "error", "message": "no symbol"}
        assert [record.message for record in bot.logs] == ["no symbol"]
        assert bot.metrics == []
        assert state.get("looks") == 1
        assert bot.now == datetime(2026, 1, 1, tzinfo=UTC)
        assert bot.run(lambda: success("a new process")) == 0
        assert bot.result == {"status": "success", "message": "a new process"}


def test_error_in_a_thread_ends_the_program() -> None:
    """The main thread, and threads that are left, change nothing any more."""
    go_on = threading.Event()
    threads = []

    def left() -> None:
        go_on.wait()
        metric("late", {})
        log.info("late")

    def look() -> None:
        for work in (left, lambda: botyard.error("no price")):
            threads.append(threading.Thread(target=work))
            threads[-1].start()
        threads[-1].join()
        metric("price", {})

    with testing.Bot() as bot:
        assert bot.run(look) == 1
        metric("of the test", {})
        go_on.set()
        threads[0].join()
        assert [one.type for one in bot.metrics] == ["of the test"]
        assert [record.message for record in bot.logs] == ["no price"]


def test_what_a_program_raises_reaches_the_test() -> None:
    """It would end the process."""

    def fail() -> None:
        raise LookupError("no such symbol")

    with testing.Bot() as bot, pytest.raises(LookupError, match="no such symbol"):
        bot.run(fail)


def test_handlers_are_asked_and_cannot_change_the_state() -> None:
    """The answer is that of the platform; a failure is logged with its place."""
    query.handler("/shares", lambda request: state.get("shares") * request.get_integer("times", 1))
    query.handler("/sell", lambda _: state.set("shares", 0))
    with testing.Bot() as bot:
        state.set("shares", 10)
        assert bot.ask("/shares", {"times": "3"}) == {"status": "ok", "data": 30}
        refused = bot.ask("/shares", {"times": "x"})
        assert refused["code"] == "query.invalid_param"
        assert bot.logs == []
        assert bot.ask("/sell")["code"] == "query.handler_failed"
        assert bot.logs[0].data is not None
        assert bot.logs[0].data["type"] == "BotyardError"
        assert bot.ask("/buy")["code"] == "query.unknown_path"
        state.set("shares", 11)


def test_a_file_is_run_as_a_program_beside_its_modules(tmp_path: Path) -> None:
    """A query program registers its handlers and ends."""
    (tmp_path / "strategy_of_test.py").write_text("LIMIT = 3\n")
    (tmp_path / "bot.py").write_text(
        "import sys\nfrom botyard import metric\nfrom strategy_of_test import LIMIT\n"
        "if __name__ == '__main__':\n    metric('limit', {'value': LIMIT})\n    sys.exit(7)\n"
    )
    (tmp_path / "query.py").write_text(
        "from botyard import query\nquery.handler('/one', lambda _: 1)\nquery.run()\n"
        "raise SystemExit(9)\n"
    )
    with testing.Bot() as bot:
        assert bot.run(tmp_path / "bot.py") == 7
        assert bot.metrics[0].data == {"value": 3}
        for _ in range(2):
            assert bot.run(tmp_path / "query.py") == 0
            assert bot.ask("/one") == {"status": "ok", "data": 1}


def test_bots_of_several_threads_take_turns() -> None:
    """Each sees its own config, metrics and state."""
    found = []

    def check(number: int) -> None:
        with testing.Bot({"number": number}) as bot:
            for _ in range(20):
                mine = input.parse().config["number"]
                metric("number", {"value": mine})
                state.set("number", mine)
            found.append((mine, {one.data["value"] for one in bot.metrics}, state.get("number")))

    threads = [threading.Thread(target=check, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [(number, {number}, number) for number in range(8)]


def test_two_bots_cannot_be_entered_in_one_thread() -> None:
    """It would wait for itself."""
    with testing.Bot(), pytest.raises(RuntimeError, match="leave it first"), testing.Bot():
        pass
    with testing.Bot():
        pass


def test_a_bot_that_cannot_be_entered_leaves_the_turn_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For example on a full disk."""
    with monkeypatch.context() as full:
        full.setattr(tempfile, "TemporaryDirectory", mock.Mock(side_effect=OSError("full")))
        with pytest.raises(OSError, match="full"), testing.Bot():
            pass
    with testing.Bot() as bot:
        assert bot.run(lambda: None) == 0


def test_afterwards_the_process_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own environment counts again."""
    monkeypatch.delenv("BOT_ID", raising=False)
    with testing.Bot():
        assert input.parse().bot_id == "test-bot"
    with pytest.raises(BotyardError, match="BOT_ID is not set"):
        input.parse()


def test_pytest_finds_the_fixture(bot: Folder) -> None:
    """It is a plugin of the package, loaded here by its name."""
    (bot.path / "test_bot.py").write_text(
        "from botyard import input, metric\n\n\n"
        "def test_it(bot):\n    bot.config['symbol'] = 'AAPL'\n"
        "    metric('price', input.parse().config)\n"
        "    assert bot.metrics[0].data == {'symbol': 'AAPL'}\n"
    )
    paths = [SOURCE, Path(pytest.__file__).parents[1]]
    source = "import pytest\npytest.main(['-q', '-p', 'botyard._pytest', 'test_bot.py'])\n"
    ended = bot.run(source, PYTHONPATH=os.pathsep.join(map(str, paths)))
    assert b"1 passed" in ended.stdout, ended.stdout
