"""The functions of `state`."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING, Any

import pytest

from botyard import BotyardError, state

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Folder

KEYS = {
    "a": "a",
    "order_1-x": "order_1-x",
    "A": "%41",
    "a.b": "a%2eb",
    "..": "%2e%2e",
    "../../etc/passwd": "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/": "%2f",
    " ": "%20",
    "%41": "%2541",
    "é": "%c3%a9",
    "e\u0301": "e%cc%81",
    "😀": "%f0%9f%98%80",
    "a\x00b": "a%00b",
    "con": "con",
    "__proto__": "__proto__",
    ".tmp-a": "%2etmp-a",
    "\ufeff": "%ef%bb%bf",
}


@pytest.mark.parametrize(("key", "name"), KEYS.items())
def test_any_key_is_one_file_with_an_encoded_name(
    state_directory: Path, key: str, name: str
) -> None:
    """[ST-1, ST-2, ST-12]."""
    state.set(key, {"v": 1.5})
    assert os.listdir(state_directory) == [f"{name}.json"]
    assert (state_directory / f"{name}.json").read_bytes() == b'{"v":1.5}'
    assert state.list() == [key]
    assert state.exists(key) is True
    assert state.get(key) == {"v": 1.5}
    assert state.delete(key) is True
    assert state.delete(key) is False
    assert state.exists(key) is False
    assert state.get(key, "gone") == "gone"


def test_list_is_sorted_by_utf8_bytes(state_directory: Path) -> None:
    """[ST-12, JSON-15]."""
    keys = ["Z", "a", "é", "z", "\uffff", "😀", "10", "9", "a-b", "a_b", "aB"]
    for key in keys:
        state.set(key, None)
    assert state.list() == sorted(keys, key=lambda key: key.encode())


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("", "it is empty"),
        ("\ud800", "it holds a lone surrogate"),
        ("x" * 201, "it is longer than 200 characters when encoded"),
        ("é" * 34, "it is longer than 200 characters when encoded"),
        (None, "it is not a string"),
        (5, "it is not a string"),
        (b"a", "it is not a string"),
    ],
)
def test_an_invalid_key_is_refused_everywhere(state_directory: Path, key: Any, reason: str) -> None:
    """[ST-3]."""
    for call in (state.get, state.delete, state.exists, lambda key: state.set(key, object())):
        with pytest.raises(BotyardError) as caught:
            call(key)
        assert caught.value.code == "state.invalid_key"
        assert str(caught.value).endswith(f": {reason}")
    assert not state_directory.exists()


def test_the_longest_keys_work(state_directory: Path) -> None:
    """[ST-3]."""
    for key in ("x" * 200, "é" * 33, "A" * 66 + "aa"):
        state.set(key, 1)
        assert state.get(key) == 1


@pytest.mark.parametrize("value", [None, False, 0, "", [], {}, -1.5, 2**60, "é\ud83d\ude00"[:1]])
def test_every_json_value_is_returned_as_it_was_stored(state_directory: Path, value: Any) -> None:
    """[ST-9] A stored null is a value, whatever the default."""
    state.set("k", value)
    assert state.get("k", "default") == value
    assert state.exists("k")


def test_an_absent_key_returns_the_default_unchanged(state_directory: Path) -> None:
    """[ST-9, ST-17]."""
    default = object()
    assert state.get("k") is None
    assert state.get("k", default) is default
    assert state.list() == []
    assert not state.exists("k")
    assert state.delete("k") is False
    state.clear()
    assert not state_directory.exists()


@pytest.mark.parametrize(
    "content",
    [b"", b" ", b"{", b"{} x", b"\xef\xbb\xbf{}", b"\xff", b"NaN", b"1e400", b'"\\ud800"'],
)
def test_a_file_that_is_not_json_is_corrupt_and_never_the_default(
    state_directory: Path, content: bytes
) -> None:
    """[ST-10]."""
    state_directory.mkdir()
    file = state_directory / "a%2f.json"
    file.write_bytes(content)
    with pytest.raises(BotyardError) as caught:
        state.get("a/", "default")
    assert caught.value.code == "state.corrupt"
    assert str(caught.value) == f'the file of state key "a/" is not valid JSON: {file}'
    assert caught.value.cause is not None
    assert state.exists("a/")
    assert state.list() == ["a/"]
    state.set("a/", 1)
    assert state.get("a/") == 1
    file.write_bytes(content)
    assert state.delete("a/") is True


OTHERS = [
    "a.txt",
    "A.json",
    "%61.json",
    "%2E.json",
    "%2.json",
    "%.json",
    "%zz.json",
    "%ff.json",
    "%ed%a0%80.json",
    ".json",
    "a b.json",
    "a%2 .json",
    "é.json",
    f"{'x' * 201}.json",
    ".tmp-a-0123456789abcdef",
    "json",
]


def test_files_that_are_not_keys_are_left_alone(state_directory: Path) -> None:
    """[ST-4, ST-16]."""
    state_directory.mkdir()
    for name in OTHERS:
        (state_directory / name).write_text("1")
    (state_directory / "folder.json").mkdir()
    (state_directory / "dangling.json").symlink_to("nowhere")
    (state_directory / "link.json").symlink_to("a.txt")
    state.set("a", 1)
    assert state.list() == ["a"]
    for key in ("folder", "dangling", "link"):
        assert not state.exists(key)
        assert state.delete(key) is False
    state.clear()
    others = [*OTHERS, "folder.json", "dangling.json", "link.json"]
    assert sorted(os.listdir(state_directory)) == sorted(others)


@pytest.mark.parametrize("variable", ["QUERY_PATH", "QUERY_PORT"])
def test_state_is_read_only_in_a_query_process(
    state_directory: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """[ST-14, ST-15, ENV-5]."""
    state.set("k", 1)
    monkeypatch.setenv(variable, "1")
    for operation, call in (
        ("set", lambda: state.set("k", 2)),
        ("delete", lambda: state.delete("")),
        ("clear", state.clear),
    ):
        with pytest.raises(BotyardError) as caught:
            call()
        assert caught.value.code == "state.read_only"
        assert str(caught.value) == f"state is read-only in a query process: {operation}"
    assert state.get("k") == 1
    assert state.exists("k")
    assert state.list() == ["k"]


def test_what_the_system_refuses_is_an_error_with_the_reason(
    state_directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[ST-7, ST-11] There is a file in place of the directory."""
    state_directory.write_text("a file")
    for call in (lambda: state.get("k", 1), lambda: state.exists("k"), state.list):
        with pytest.raises(BotyardError) as caught:
            call()
        assert caught.value.code == "state.read_failed"
        assert str(caught.value) == f"cannot read the state in {state_directory}: ENOTDIR"
        assert isinstance(caught.value.cause, OSError)
    for change in (lambda: state.set("k", 1), lambda: state.delete("k"), state.clear):
        with pytest.raises(BotyardError) as caught:
            change()
        assert caught.value.code == "state.write_failed"
        assert str(caught.value) == f"cannot change the state in {state_directory}: ENOTDIR"
    monkeypatch.setenv("STATE_DIR", str(tmp_path / "other"))
    (tmp_path / "other" / "k.json").mkdir(parents=True)
    with pytest.raises(BotyardError) as caught:
        state.set("k", 1)
    assert str(caught.value) == f"cannot change the state in {tmp_path / 'other'}: EISDIR"
    assert os.listdir(tmp_path / "other") == ["k.json"]


@pytest.mark.parametrize(
    ("below", "reason"),
    [
        ("file", "ENOTDIR"),
        ("file/deeper", "ENOTDIR"),
        ("dangling", "ENOENT"),
        ("dangling/deeper", "ENOENT"),
        ("x" * 300, "ENAMETOOLONG"),
    ],
)
def test_an_error_has_only_the_resolved_directory_and_the_system_error(
    state_directory: Path, monkeypatch: pytest.MonkeyPatch, below: str, reason: str
) -> None:
    """[ENV-4, ERR-2]."""
    state_directory.mkdir()
    (state_directory / "file").touch()
    (state_directory / "dangling").symlink_to("nowhere")
    monkeypatch.chdir(state_directory)
    monkeypatch.setenv("STATE_DIR", f"./{below}")
    with pytest.raises(BotyardError) as caught:
        state.set("k", 1)
    assert str(caught.value) == f"cannot change the state in {state_directory / below}: {reason}"


def test_in_a_removed_current_directory_errors_are_those_of_the_contract(bot: Folder) -> None:
    """[ERR-1]."""
    ended = bot.run(
        "import os\n"
        "from botyard import *\n"
        "os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone')\n"
        "for write in (lambda: state.set('a', 1), lambda: success('done')):\n"
        "    try: write()\n"
        "    except BotyardError as failure: print(failure.code)\n"
        "print(state.get('a'))\n",
        CODE_MOUNT_DIR=None,
        STATE_DIR=None,
        RESULT_PATH=None,
    )
    assert ended.stdout == b"state.write_failed\nresult.write_failed\nNone\n"


def test_get_neither_follows_a_link_nor_waits_for_a_pipe(state_directory: Path) -> None:
    """[ST-4] And set replaces them with a key."""
    state_directory.mkdir()
    (state_directory / "target").write_text("1")
    (state_directory / "link.json").symlink_to("target")
    (state_directory / "loop.json").symlink_to("loop.json")
    os.mkfifo(state_directory / "pipe.json")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(state_directory / "socket.json"))
        for key in ("link", "loop", "pipe", "socket"):
            assert state.get(key, "default") == "default"
            assert not state.exists(key)
            assert state.delete(key) is False
            state.set(key, 2)
            assert state.get(key) == 2
    (state_directory / "folder.json").mkdir()
    assert state.get("folder", "default") == "default"
    assert (state_directory / "target").read_text() == "1"


def test_keys_are_the_same_in_every_locale(bot: Folder) -> None:
    """[ENV-8]."""
    ended = bot.run(
        "from botyard import state\nstate.set('é', 1)\nassert state.list() == ['é']",
        LC_ALL="C",
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
        STATE_DIR=str(bot.path / "stäte"),
    )
    assert (ended.code, ended.stderr) == (0, b"")
    assert os.listdir(os.fsencode(bot.path / "stäte")) == [b"%c3%a9.json"]
