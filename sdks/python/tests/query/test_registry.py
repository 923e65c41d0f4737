"""Registering handlers."""

from __future__ import annotations

from typing import Any

import pytest

from botyard import BotyardError, query
from botyard._query import registry


@pytest.fixture(autouse=True)
def _empty_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the handlers of other tests."""
    monkeypatch.setattr(registry, "_handlers", {})


def first(_request: query.Request) -> int:
    """Answer 1."""
    return 1


def test_a_handler_is_registered_by_a_call_or_by_a_decorator() -> None:
    """[Q-1, Q-2] The last registration wins."""
    assert query.handler("/a", first) is first
    assert query.handler(path="/b", fn=first) is first
    assert registry.find("/a") is first

    @query.handler("/a")
    def second(_request: query.Request) -> int:
        return 2

    assert second(query.Request("/a", {})) == 2
    assert registry.find("/a") is second
    assert registry.find("/b") is first
    assert registry.find("/c") is None


@pytest.mark.parametrize(
    ("path", "shown"),
    [("", '""'), ("a", '"a"'), (" /a", '" /a"'), (None, "null"), (b"/a", "a bytes"), (5, "5")],
)
def test_a_path_begins_with_a_slash(path: Any, shown: str) -> None:
    """[Q-1]."""
    for arguments in ((path,), (path, first)):
        with pytest.raises(BotyardError) as caught:
            query.handler(*arguments)
        assert caught.value.code == "query.invalid_path"
        assert str(caught.value) == f"a query path must begin with /, got {shown}"


@pytest.mark.parametrize(("fn", "kind"), [(None, "null"), (5, "a number"), ({}, "an object")])
def test_a_handler_must_be_a_function(fn: Any, kind: str) -> None:
    """[Q-1]."""
    decorate: Any = query.handler("/a")
    for register, arguments in ((query.handler, ("/a", fn)), (decorate, (fn,))):
        with pytest.raises(BotyardError) as caught:
            register(*arguments)
        assert caught.value.code == "query.invalid_handler"
        assert str(caught.value) == f"the handler of /a must be a function, got {kind}"
    assert registry.find("/a") is None


def test_anything_that_can_be_called_is_a_handler() -> None:
    """Also an object that is false."""

    class Counter(list[int]):
        def __call__(self, _request: query.Request) -> int:
            return len(self)

    counter = Counter()
    query.handler("/health", counter)
    assert registry.find("/health") is counter


def test_get_config_gives_a_copy_and_fails_as_parse_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """[Q-3]."""
    monkeypatch.setenv("BOT_ID", "b")
    monkeypatch.setenv("BOT_CONFIG", '{"a":[1]}')
    query.get_config()["a"].append(2)
    assert query.get_config() == {"a": [1]}
    monkeypatch.setenv("BOT_CONFIG", "[")
    with pytest.raises(BotyardError) as caught:
        query.get_config()
    assert caught.value.code == "input.invalid_bot_config"
    monkeypatch.delenv("BOT_ID")
    with pytest.raises(BotyardError) as caught:
        query.get_config()
    assert caught.value.code == "input.missing_bot_id"
