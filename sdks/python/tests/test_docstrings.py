"""The examples of the docstrings: every public name has one, and each gives what it shows."""

from __future__ import annotations

import doctest
import inspect
import re
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

import botyard
from botyard import testing
from botyard._process import streams
from botyard._query import registry
from test_door import NAMES, ROOMS

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Folder

CLASSES = {
    "BotyardError": botyard.BotyardError,
    "input.Input": botyard.input.Input,
    "query.Request": botyard.query.Request,
    "testing.Bot": testing.Bot,
}


def documented() -> dict[str, object]:
    """Return everything public that can have a docstring, by name."""
    found = {name: getattr(botyard, name) for name in NAMES}
    for room, names in ROOMS.items():
        found |= {f"{room}.{name}": getattr(getattr(botyard, room), name) for name in names}
    for holder, cls in CLASSES.items():
        members = {name: one for name, one in vars(cls).items() if not name.startswith("_")}
        found |= {holder: cls}
        found |= {
            f"{holder}.{name}": one
            for name, one in members.items()
            if inspect.isfunction(one) or isinstance(one, property)
        }
    return found


DOCUMENTED = documented()
EXAMPLES = {
    name: test
    for name, one in DOCUMENTED.items()
    for test in doctest.DocTestFinder(recurse=False).find(one, name, module=False)
    if test.examples
}
PROGRAMS = {
    name: dedent(program)
    for name, one in {"botyard": botyard, **DOCUMENTED}.items()
    for program in re.findall(r"::\n\n((?: {4}.*\n|\n)+)", f"{inspect.getdoc(one)}\n")
}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_public_name_has_an_example(name: str) -> None:
    """That of a module may be in its functions."""
    functions = [f"{name}.{function}" for function in ROOMS.get(name, [])]
    assert {name, *functions} & {*EXAMPLES, *PROGRAMS}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_gives_what_it_shows(
    name: str, state_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that the SDK writes to the streams are shown as if they were printed."""
    monkeypatch.chdir(state_directory.parent)
    monkeypatch.setenv("BOT_ID", "bot-1")
    monkeypatch.setenv("BOT_CONFIG", '{"symbol":"AAPL"}')
    monkeypatch.setenv("RESULT_PATH", str(state_directory.parent / "result.json"))
    monkeypatch.setattr(registry, "_handlers", {})
    for stream in ("write_stdout", "write_stderr"):
        monkeypatch.setattr(streams, stream, lambda line: print(line.decode()))  # noqa: T201
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    ended = runner.run(EXAMPLES[name], out=told.append)
    assert ended.failed == 0, "".join(told)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_of_a_docstring_runs(name: str, bot: Folder) -> None:
    """A program that reports a failure ends with 1, every other with 0 and a result."""
    program = PROGRAMS[name]
    path = re.search(r'"(/\w+)"', program)
    ended = bot.ask(program, path[1]) if path else bot.run(program)
    fails = "error" in name
    assert ended.code == int(fails), ended.stderr
    assert ended.result["status"] == ("error" if fails else "ok" if path else "success")
