"""How state reaches the disk: whole, flushed and renamed."""

from __future__ import annotations

import json
import os
import re
import threading
from typing import TYPE_CHECKING

import pytest

from botyard import BotyardError, state

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Folder


def test_a_set_checks_in_the_contracts_order(
    state_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[ST-5]."""
    with pytest.raises(BotyardError, match="invalid state key"):
        state.set("", object())
    with pytest.raises(BotyardError) as caught:
        state.set("k", {"a": b""})
    assert caught.value.code == "state.invalid_value"
    with pytest.raises(BotyardError) as caught:
        state.set("k", "x" * (1024 * 1024 - 1))
    assert caught.value.code == "state.value_too_large"
    assert "is 1048577 bytes as JSON, more than 1048576" in str(caught.value)
    assert not state_directory.exists()
    state.set("k", "x" * (1024 * 1024 - 2))
    assert len(state.get("k")) == 1024 * 1024 - 2
    monkeypatch.setenv("QUERY_PATH", "/x")
    with pytest.raises(BotyardError) as caught:
        state.set("", object())
    assert caught.value.code == "state.read_only"


def test_a_failed_set_leaves_the_old_value_and_nothing_else(bot: Folder) -> None:
    """[ST-7] A limit on the size of files simulates a full disk."""
    ended = bot.run(
        "import os, resource, signal\n"
        "from botyard import *\n"
        "state.set('k', 'old')\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n    state.set('k', 'x' * 10_000)\n"
        "except BotyardError as failure:\n"
        "    print(failure.code, state.get('k'), os.listdir(os.environ['STATE_DIR']))\n"
    )
    assert ended.stdout == b"state.write_failed old ['k.json']\n"


def test_the_temporary_file_has_the_contracts_name(
    state_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[ST-6, RES-4] And it does not exist afterwards."""
    seen = []
    replace = os.replace

    def watch(source: bytes, target: bytes) -> None:
        seen.append((os.path.split(source), target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", watch)
    state.set("A/1", 1)
    ((directory, name), target) = seen[0]
    assert directory == os.fsencode(state_directory)
    assert re.fullmatch(rb"\.tmp-%41%2f1-[0-9a-f]{16}", name)
    assert target == os.fsencode(state_directory / "%41%2f1.json")
    assert os.listdir(state_directory) == ["%41%2f1.json"]


def test_a_set_is_flushed_to_disk_before_it_is_visible(
    state_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[ST-6] Flush the file, rename it, flush the directory."""
    steps = []
    fsync, replace = os.fsync, os.replace

    def watch_fsync(descriptor: int) -> None:
        steps.append("directory" if os.path.isdir(f"/proc/self/fd/{descriptor}") else "file")
        fsync(descriptor)

    def watch_replace(source: bytes, target: bytes) -> None:
        steps.append("rename")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", watch_fsync)
    monkeypatch.setattr(os, "replace", watch_replace)
    state.set("k", 1)
    assert steps == ["file", "rename", "directory"]
    state.delete("k")
    assert steps[3:] == ["directory"]


def test_a_missing_directory_is_created_with_its_parents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state_directory: Path
) -> None:
    """[ST-17, ENV-4]."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STATE_DIR", "a/b/c")
    state.set("k", 1)
    assert (tmp_path / "a/b/c/k.json").read_bytes() == b"1"
    monkeypatch.setenv("STATE_DIR", "")
    monkeypatch.setenv("CODE_MOUNT_DIR", "code")
    state.set("k", 2)
    assert (tmp_path / "code/.state/k.json").read_bytes() == b"2"
    monkeypatch.delenv("CODE_MOUNT_DIR")
    state.set("k", 3)
    assert (tmp_path / ".state/k.json").read_bytes() == b"3"


def test_readers_see_the_old_value_or_the_new_one_whole(bot: Folder) -> None:
    """[ST-6, ST-8] Two writers, one reader."""
    writer = (
        "import sys\nfrom botyard import state\n"
        "for i in range(30): state.set('k', {'i': [i] * 20_000})\n"
    )
    writers = [bot.start(writer), bot.start(writer)]
    file = bot.path / "state" / "k.json"
    while any(process.poll() is None for process in writers):
        try:
            values = json.loads(file.read_bytes())["i"]
        except FileNotFoundError:
            continue
        assert len(values) == 20_000
        assert len(set(values)) == 1
    for process in writers:
        process.communicate()
        assert process.returncode == 0
    assert os.listdir(bot.path / "state") == ["k.json"]


def test_threads_may_write_and_list_at_once(state_directory: Path) -> None:
    """[ST-8]."""
    failures: list[BaseException] = []

    def work(n: int) -> None:
        try:
            for i in range(10):
                state.set(f"{n}", i)
                state.list()
                assert state.get(f"{n}") == i
        except BaseException as failure:  # noqa: BLE001 - shown below
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert state.list() == [str(n) for n in range(6)]
