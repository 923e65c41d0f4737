"""The log record of a failed handler. [Q-38]"""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from botyard._query import failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Folder, Server

PROGRAM = """import json, sys, threading
from botyard import *

class NoPrice(Exception): pass

def price(symbol):
    raise NoPrice(f"no price for {symbol}")

@query.handler("/bad")
def bad(request): price("AAPL")

@query.handler("/later")
async def later(request):
    import asyncio
    await asyncio.sleep(0)
    price("MSFT")

@query.handler("/json")
def parse(request): return json.loads("{")

@query.handler("/set")
def set(request): state.set("k", 1)

@query.handler("/cause")
def cause(request):
    try:
        price("AAPL")
    except NoPrice as error:
        raise KeyError("no quote") from error

@query.handler("/group")
async def group(request):
    import asyncio
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(later(request))

@query.handler("/group-of-refusals")
async def group_of_refusals(request):
    import asyncio
    async def read(): request.get_integer("limit")
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(read())

@query.handler("/two-tasks")
async def two_tasks(request):
    import asyncio
    async def read(): request.get_integer("limit")
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(group(request))
        tasks.create_task(read())

@query.handler("/while-handling")
def while_handling(request):
    try:
        price("AAPL")
    except NoPrice:
        raise KeyError("no quote")

@query.handler("/circle")
def circle(request):
    one, two = ValueError("one"), ValueError()
    one.__cause__, two.__cause__ = two, one
    raise one

@query.handler("/odd")
def odd(request): return {"rows": [1, {2}]}

@query.handler("/library")
def library(request): return query

query.handler("/direct", json.loads)

@query.handler("/exit")
def leave(request): sys.exit(3)

@query.handler("/long")
def long(request): deep(300, "m" * 3000)

def deep(depth, message):
    if depth == 0:
        raise ValueError(message)
    (deep if depth % 2 else other)(depth - 1, message)

def other(depth, message): deep(depth, message)

@query.handler("/hostile")
def hostile(request):
    class Hostile(Exception):
        def __str__(self): raise ValueError
        @property
        def __cause__(self): raise ValueError
    raise Hostile

@query.handler("/left")
def left(request):
    thread = threading.Thread(target=price, args=["LEFT"])
    thread.start()
    thread.join()

@query.handler("/left-exit")
def left_exit(request):
    thread = threading.Thread(target=sys.exit, args=[3])
    thread.start()
    thread.join()

@query.handler("/left-nothing")
def left_nothing(request):
    def fail(): raise NoPrice
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()

if "--hook" in sys.argv: threading.excepthook = lambda failed: print("own", file=sys.stderr)
query.run()
"""
LINES = {text: at for at, text in enumerate(PROGRAM.splitlines(), start=1)}


def record_of(bot: Folder, path: str) -> dict[str, Any]:
    """Run a failing query and return its record."""
    ended = bot.ask(PROGRAM, path, '{"limit":"x"}')
    assert ended.code == 1
    (record,) = ended.errors
    assert (record["level"], record["data"]["path"]) == ("error", path)
    given: dict[str, Any] = record
    return given


def test_a_failed_query_writes_one_record_with_type_file_and_line(bot: Folder) -> None:
    """[Q-38, Q-39, Q-40, Q-41]"""
    record = record_of(bot, "/bad")
    assert record["message"] == "no price for AAPL"
    stack = record["data"].pop("stack")
    assert record["data"] == {
        "path": "/bad",
        "type": "NoPrice",
        "file": str(bot.path / "program.py"),
        "line": 7,
    }
    assert stack.startswith("Traceback (most recent call last):\n")
    assert stack.endswith("NoPrice: no price for AAPL")


@pytest.mark.parametrize(
    ("path", "kind", "line"),
    [
        ("/later", "NoPrice", LINES['    raise NoPrice(f"no price for {symbol}")']),
        ("/json", "JSONDecodeError", LINES['def parse(request): return json.loads("{")']),
        ("/set", "BotyardError", LINES['def set(request): state.set("k", 1)']),
        ("/cause", "KeyError", LINES['        raise KeyError("no quote") from error']),
        ("/exit", "SystemExit", LINES["def leave(request): sys.exit(3)"]),
    ],
)
def test_the_place_is_the_innermost_frame_outside_of_sdk_and_standard_library(
    bot: Folder, path: str, kind: str, line: int
) -> None:
    """[Q-41]"""
    data = record_of(bot, path)["data"]
    assert (data["type"], data["file"], data["line"]) == (kind, str(bot.path / "program.py"), line)


def test_a_failure_without_a_frame_of_the_bot_has_no_place(bot: Folder) -> None:
    """[Q-41]"""
    data = record_of(bot, "/direct")["data"]
    assert sorted(data) == ["path", "stack", "type"]


def test_an_installed_library_is_not_the_standard_library() -> None:
    """[Q-41] Packages may be installed in a folder below it."""
    assert failure.is_foreign(json.__file__)
    installed = Path(json.__file__).parents[1] / "site-packages" / "numpy" / "__init__.py"
    assert not failure.is_foreign(str(installed))
    assert failure.is_foreign("<frozen importlib._bootstrap>")
    assert not failure.is_foreign("<string>")


def test_the_stack_shows_what_caused_the_failure(bot: Folder) -> None:
    """[Q-40]"""
    record = record_of(bot, "/cause")
    assert record["message"] == "no quote"
    assert "NoPrice: no price for AAPL" in record["data"]["stack"]
    assert record["data"]["stack"].endswith("KeyError: 'no quote'")


@pytest.mark.parametrize(
    ("path", "causes"),
    [
        ("/cause", [{"type": "NoPrice", "message": "no price for AAPL"}]),
        ("/group", [{"type": "NoPrice", "message": "no price for MSFT"}]),
        (
            "/two-tasks",
            [
                {
                    "type": "BotyardError",
                    "message": 'parameter "limit" must be an integer, got "x"',
                },
                {
                    "type": "ExceptionGroup",
                    "message": "unhandled errors in a TaskGroup (1 sub-exception)",
                },
                {"type": "NoPrice", "message": "no price for MSFT"},
            ],
        ),
        ("/circle", [{"type": "ValueError", "message": ""}]),
        ("/while-handling", None),
        ("/bad", None),
    ],
)
def test_the_record_names_the_causes_of_the_failure(
    bot: Folder, path: str, causes: list[dict[str, str]] | None
) -> None:
    """[Q-49] An exception that was only being handled is no cause."""
    assert record_of(bot, path)["data"].get("cause") == causes


def test_a_refusal_in_a_task_group_is_a_refusal(bot: Folder) -> None:
    """[Q-48]"""
    ended = bot.ask(PROGRAM, "/group-of-refusals", '{"limit":"x"}')
    assert ended.errors == []
    assert ended.result == {
        "status": "error",
        "error": 'parameter "limit" must be an integer, got "x"',
        "code": "query.invalid_param",
    }


def test_the_record_of_an_answer_without_a_json_form_has_the_reason(bot: Folder) -> None:
    """[Q-43]"""
    record = record_of(bot, "/odd")
    assert record["message"] == "the answer of /odd has no JSON form"
    assert record["data"] == {"path": "/odd", "reason": "rows[1] is a set"}


def test_a_long_record_keeps_the_frames_nearest_to_the_failure(bot: Folder) -> None:
    """[Q-42]"""
    record = record_of(bot, "/long")
    assert record["message"] == "m" * 2000 + "…"
    stack = record["data"]["stack"]
    assert len(stack) == 7001
    assert stack.startswith("…")
    assert stack.endswith("\n    raise ValueError(message)\nValueError: " + "m" * 2000 + "…")
    assert record["data"]["line"] == LINES["        raise ValueError(message)"]


def test_an_exception_whose_str_and_cause_fail_is_recorded(bot: Folder) -> None:
    """[Q-38]"""
    record = record_of(bot, "/hostile")
    assert record["message"] == "the handler failed without a message"
    assert record["data"]["type"] == "Hostile"


def test_the_record_of_a_query_over_http_is_written_when_the_answer_arrives(
    serve: Callable[..., Server],
) -> None:
    """[Q-38]"""
    server = serve(PROGRAM)
    assert server.ask("/bad")[0] == 500
    assert server.ask("/nowhere")[0] == 404
    assert server.ask("/later")[0] == 500
    ended = server.stop(signal.SIGKILL)
    assert [(record["message"], record["data"]["path"]) for record in ended.errors] == [
        ("no price for AAPL", "/bad"),
        ("no price for MSFT", "/later"),
    ]


def test_a_failed_thread_of_a_handler_is_recorded_without_a_path(
    serve: Callable[..., Server],
) -> None:
    """[Q-44] As in Python itself, SystemExit in a thread is not a failure."""
    server = serve(PROGRAM)
    for path in ("/left", "/left-exit", "/left-nothing"):
        assert server.ask(path) == (200, None)
    first, second = server.stop().errors
    assert (first["level"], first["message"]) == ("error", "no price for LEFT")
    assert {key: first["data"][key] for key in sorted(first["data"]) if key != "stack"} == {
        "file": first["data"]["file"],
        "line": 7,
        "type": "NoPrice",
    }
    assert first["data"]["file"].endswith("program.py")
    assert second["message"] == "a failure without a message"


def test_a_bots_own_hook_for_failing_threads_is_kept(serve: Callable[..., Server]) -> None:
    """[Q-44]"""
    server = serve(PROGRAM.replace('"--hook" in sys.argv', "True"))
    assert server.ask("/left") == (200, None)
    assert server.stop().stderr == b"own\n"
