"""The public names of the package."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import botyard

if TYPE_CHECKING:
    from conftest import Folder

NAMES = [
    "BotyardError",
    "codes",
    "error",
    "error_with_data",
    "input",
    "log",
    "metric",
    "query",
    "result",
    "state",
    "stop",
    "success",
    "success_with_data",
]
ROOMS = {
    "input": ["parse"],
    "log": ["capture_logging", "debug", "error", "info", "warn"],
    "query": ["get_config", "handler", "run"],
    "state": ["clear", "delete", "exists", "get", "get_as", "list", "set"],
    "stop": ["event", "requested", "wait"],
}


def test_the_package_exports_exactly_these_names() -> None:
    """A change here is a change of the public API."""
    assert botyard.__all__ == NAMES
    assert sorted(botyard.__all__) == botyard.__all__
    shown = {name for name in vars(botyard) if not name.startswith("_")}
    assert shown - {"testing"} == set(NAMES)  # a test has loaded that one


def test_each_module_has_its_functions() -> None:
    """The names are those of the contract."""
    for room, names in ROOMS.items():
        for name in names:
            assert inspect.isfunction(getattr(getattr(botyard, room), name))
    for name in set(NAMES) - set(ROOMS) - {"BotyardError", "codes"}:
        assert inspect.isfunction(getattr(botyard, name))


def test_every_public_function_has_a_docstring() -> None:
    """The docstring has the clause or refers to another function."""
    functions = [getattr(botyard, name) for name in NAMES if name not in {*ROOMS, "codes"}]
    for room, names in ROOMS.items():
        functions += [getattr(getattr(botyard, room), name) for name in names]
    for function in functions:
        assert function.__doc__
        assert "[" in function.__doc__ or "; see" in function.__doc__


def test_loading_the_sdk_loads_few_other_modules(bot: Folder) -> None:
    """Every import delays every one-shot query."""
    ended = bot.run(
        "import os, sys\n"
        "before = set(sys.modules)\n"
        "from botyard import input, log, metric, query, state, success\n"
        "print(*sorted(n for n in set(sys.modules) - before if not n.startswith('botyard')))\n"
    )
    assert set(ended.stdout.decode().split()) <= {"__future__", "_json"}


def test_the_types_are_those_of_the_readme(bot: Folder) -> None:
    """The types that an editor and mypy show."""
    source = bot.path / "typed.py"
    source.write_text(
        "from typing import Any, assert_type\n"
        "from botyard import BotyardError, codes, error, input, query, state\n"
        "bot_id, config = input.parse()\n"
        "assert_type(bot_id, str)\n"
        "assert_type(config, dict[str, Any])\n"
        "assert_type(input.parse().config, dict[str, Any])\n"
        "assert_type(state.list(), list[str])\n"
        "@query.handler('/a')\n"
        "def a(request: query.Request) -> int:\n"
        "    assert_type(request.get_integer('n'), int | None)\n"
        "    assert_type(request.get_integer('n', 5), int)\n"
        "    assert_type(request.get_string('n', 'x'), str)\n"
        "    assert_type(request.get_object('n', None), dict[str, Any] | None)\n"
        "    return 1\n"
        "assert_type(a(query.Request('/a', {})), int)\n"
        "async def b(request: query.Request) -> Any: return None\n"
        "query.handler('/b', b)\n"
        "def never() -> int:\n"
        "    error('m')\n"
        "def advice(failure: BotyardError) -> str:\n"
        "    assert_type(failure.code, codes.ErrorCode)\n"
        "    match failure.code:\n"
        "        case codes.STATE_READ_ONLY | codes.STATE_WRITE_FAILED: return failure.next\n"
        "    if failure.code == codes.METRIC_TOO_LARGE: return 'smaller'\n"
        "    if failure.code == 'state.readonly':  # type: ignore[comparison-overlap]\n"
        "        return 'never'\n"
        "    code: codes.ErrorCode = codes.STATE_CORRUPT\n"
        "    return code\n"
    )
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", bot.path / "cache", source],
        env=bot.environment | {"MYPYPATH": bot.environment["PYTHONPATH"]},
        cwd=bot.path,
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout.decode()


def test_a_parameter_has_the_name_that_the_contract_gives_it() -> None:
    """Bots may pass arguments by name."""
    hints: dict[str, Any] = {
        "metric": ["type", "data"],
        "success": ["message", "data"],
        "error": ["message", "data"],
        "result": ["data"],
    }
    for name, parameters in hints.items():
        assert list(inspect.signature(getattr(botyard, name)).parameters) == parameters
    assert list(inspect.signature(botyard.state.get).parameters) == ["key", "default"]
    assert list(inspect.signature(botyard.query.handler).parameters) == ["path", "fn"]
