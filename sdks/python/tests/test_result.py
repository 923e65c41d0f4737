"""The result functions."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Folder


@pytest.mark.parametrize(
    ("call", "document"),
    [
        ('success("ok é")', '{"status":"success","message":"ok é"}'),
        ('success("")', '{"status":"success","message":""}'),
        ('success("m", {})', '{"status":"success","message":"m","data":{}}'),
        ('success("m", None)', '{"status":"success","message":"m","data":null}'),
        ('success("m", False)', '{"status":"success","message":"m","data":false}'),
        ('success("m", data=[1])', '{"status":"success","message":"m","data":[1]}'),
        ('success_with_data("m", 0)', '{"status":"success","message":"m","data":0}'),
        ('success_with_data("m", None)', '{"status":"success","message":"m","data":null}'),
        ('result({"a": {"status": 1}})', '{"a":{"status":1}}'),
        ("result({})", "{}"),
        ('result({"a": 1}); success("last")', '{"status":"success","message":"last"}'),
        ('success("first"); result({"a": 1})', '{"a":1}'),
    ],
)
def test_a_report_is_the_result_file_and_the_run_continues(
    bot: Folder, call: str, document: str
) -> None:
    """[RES-1, RES-2, RES-5, RES-11]."""
    ended = bot.run(f"from botyard import *\n{call}\nprint('still here')")
    assert (ended.code, ended.stdout, ended.stderr) == (0, b"still here\n", b"")
    assert (bot.path / "result.json").read_bytes() == document.encode()
    assert sorted(os.listdir(bot.path)) == ["program.py", "result.json"]


def test_error_writes_the_result_logs_the_message_and_ends_the_process(bot: Folder) -> None:
    """[RES-7]."""
    ended = bot.run(
        "from botyard import error\n"
        "print('printed before', end='')\n"
        'error("no funds é", {"secret": 5})\n'
        "print('never')\n"
    )
    assert ended.code == 1
    assert ended.stdout == b"printed before"
    assert ended.result == {"status": "error", "message": "no funds é", "data": {"secret": 5}}
    (line,) = ended.errors
    assert (line["level"], line["message"]) == ("error", "no funds é")
    assert b"secret" not in ended.stderr


@pytest.mark.parametrize(
    ("call", "document"),
    [
        ('error("m")', {"status": "error", "message": "m"}),
        ('error("m", None)', {"status": "error", "message": "m", "data": None}),
        ('error("m", {})', {"status": "error", "message": "m", "data": {}}),
        ('error_with_data("m", [])', {"status": "error", "message": "m", "data": []}),
        ('success("s"); error("m")', {"status": "error", "message": "m"}),
    ],
)
def test_error_keeps_its_data(bot: Folder, call: str, document: dict[str, Any]) -> None:
    """[RES-1, RES-2, RES-5]."""
    ended = bot.run(f"from botyard import *\n{call}")
    assert (ended.code, ended.result) == (1, document)


@pytest.mark.parametrize(
    ("call", "code", "message"),
    [
        ("success(5)", "result.invalid_message", "a number"),
        ("success(None, b'')", "result.invalid_message", "null"),
        ("error(ValueError('x'))", "result.invalid_message", "a ValueError"),
        ("success('m', b'')", "result.invalid_data", "got a bytes"),
        (
            "success('m', {'a': {1: 2}})",
            "result.invalid_data",
            "a is an object with a key that is a number",
        ),
        ("error('m', {1, 2})", "result.invalid_data", "got a set"),
        ("result(None)", "result.invalid_data", "a result must be an object, got null"),
        ("result([1])", "result.invalid_data", "a result must be an object, got an array"),
        ("result('x')", "result.invalid_data", "a result must be an object, got a string"),
        ("result({'a': object()})", "result.invalid_data", "a is an object"),
    ],
)
def test_what_cannot_be_written_fails_before_anything_is_written(
    bot: Folder, call: str, code: str, message: str
) -> None:
    """[RES-3, JSON-10] For `error` too; the process continues."""
    ended = bot.run(
        "from botyard import *\n"
        "success('before')\n"
        f"try:\n    {call}\n"
        "except BotyardError as failure:\n    print(failure.code, failure)\n"
    )
    assert (ended.code, ended.stderr) == (0, b"")
    assert ended.stdout.decode().startswith(code + " ")
    assert ended.stdout.decode().endswith(f" {message}\n")
    assert ended.result == {"status": "success", "message": "before"}


@pytest.mark.parametrize(
    ("path", "reason"),
    [("missing/result.json", "ENOENT"), ("program.py/result.json", "ENOTDIR"), ("out", "EISDIR")],
)
def test_a_result_that_cannot_be_written_is_an_error_in_the_bot(
    bot: Folder, path: str, reason: str
) -> None:
    """[RES-6, ERR-2] The message has only the resolved file and the system error."""
    (bot.path / "out").mkdir()
    ended = bot.run(
        "from botyard import *\n"
        "try:\n    success('m')\n"
        "except BotyardError as failure:\n    print(failure.code, failure, sep='|')\n",
        RESULT_PATH=f".//{path}/",
    )
    code, message = ended.stdout.decode().strip().split("|")
    assert code == "result.write_failed"
    assert message == f"cannot write the result to {bot.path / path}: {reason}"
    assert sorted(os.listdir(bot.path)) == ["out", "program.py"]
    assert not [name for name in os.listdir(bot.path.parent) if name.startswith(".tmp-")]


def test_a_failed_report_keeps_the_earlier_one(bot: Folder) -> None:
    """[RES-6] A limit on the size of files simulates a full disk."""
    ended = bot.run(
        "import resource, signal\n"
        "from botyard import *\n"
        "success('before')\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "try:\n    success('x' * 1000)\n"
        "except BotyardError as failure:\n    print(failure.code)\n"
    )
    assert ended.stdout == b"result.write_failed\n"
    assert ended.result == {"status": "success", "message": "before"}
    assert sorted(os.listdir(bot.path)) == ["program.py", "result.json"]


@pytest.mark.parametrize(
    "before",
    [
        "import os; os.close(2)",
        "import os; os.close(1); os.close(2)",
        "import os; os.dup2(os.open('/dev/full', os.O_WRONLY), 2)",
        "import sys; sys.stdout = sys.stderr = None",
        "import sys; sys.stdout.write('x'); sys.stdout.close()",
    ],
)
def test_a_log_line_that_cannot_be_written_changes_nothing(bot: Folder, before: str) -> None:
    """[RES-9]."""
    ended = bot.run(f"{before}\nfrom botyard import error\nerror('m')")
    assert (ended.code, ended.result) == (1, {"status": "error", "message": "m"})


def test_without_a_result_path_the_result_has_a_default_place(bot: Folder) -> None:
    """[ENV-2, ENV-4] First in CODE_MOUNT_DIR, then in the current directory."""
    source = "from botyard import success\nsuccess('m')"
    (bot.path / "code").mkdir()
    bot.run(source, RESULT_PATH="", CODE_MOUNT_DIR="code")
    assert os.listdir(bot.path / "code") == ["result.json"]
    bot.run(source, RESULT_PATH=None, CODE_MOUNT_DIR="")
    assert json.loads((bot.path / "result.json").read_bytes())["message"] == "m"
    bot.run(source, RESULT_PATH="relative.json")
    assert (bot.path / "relative.json").exists()


def test_readers_never_see_half_a_result(bot: Folder) -> None:
    """[RES-4]."""
    process = bot.start(
        "from botyard import result\nfor i in range(60): result({'i': i, 'fill': 'x' * 300_000})\n"
    )
    seen = set()
    while process.poll() is None:
        try:
            seen.add(json.loads((bot.path / "result.json").read_bytes())["i"])
        except FileNotFoundError:
            continue
    process.communicate()
    assert seen


@pytest.mark.parametrize(
    ("call", "function"),
    [
        ("success(5)", "success"),
        ("success_with_data('m', 1)", "success"),
        ("error('m')", "error"),
        ("error_with_data('m', b'')", "error"),
        ("result(None)", "result"),
    ],
)
@pytest.mark.parametrize("variable", ["QUERY_PATH", "QUERY_PORT"])
def test_no_report_can_be_made_in_a_query_process(
    bot: Folder, call: str, function: str, variable: str
) -> None:
    """[RES-12, ENV-5] Before any other check, and nothing is written."""
    ended = bot.run(
        "from botyard import *\n"
        f"try:\n    {call}\n"
        "except BotyardError as failure:\n    print(failure.code, failure, sep='|')\n",
        **{variable: "1"},
    )
    assert ended.code == 0
    assert ended.stdout.decode() == (
        f"result.in_query|{function} cannot be used in a query process\n"
    )
    assert (ended.result, ended.stderr) == (None, b"")


def test_empty_query_variables_do_not_make_a_query_process(bot: Folder) -> None:
    """[ENV-2, ENV-5]."""
    ended = bot.run("from botyard import *\nsuccess('m')", QUERY_PATH="", QUERY_PORT="")
    assert ended.result == {"status": "success", "message": "m"}


def test_an_uncaught_failure_ends_with_a_non_zero_code_and_no_result(bot: Folder) -> None:
    """[RES-13]."""
    ended = bot.run("import botyard\nraise ValueError('x')")
    assert (ended.code, ended.result) == (1, None)
    ended = bot.run("from botyard import state\nstate.get('')")
    assert ended.code == 1
    assert b'invalid state key "": it is empty' in ended.stderr
    assert b"Use a non-empty string" in ended.stderr


def test_the_temporary_file_has_the_contracts_name_and_reaches_the_disk_first(bot: Folder) -> None:
    """[RES-4]."""
    ended = bot.run(
        "import os\n"
        "from botyard import success\n"
        "fsync, replace = os.fsync, os.replace\n"
        "def watch_fsync(descriptor):\n"
        "    print('flush', os.readlink(f'/proc/self/fd/{descriptor}')); fsync(descriptor)\n"
        "def watch_replace(source, target):\n"
        "    print('rename', source.decode(), target.decode()); replace(source, target)\n"
        "os.fsync, os.replace = watch_fsync, watch_replace\n"
        "success('m')\n"
    )
    flushed, renamed, directory = ended.stdout.decode().splitlines()
    temporary = flushed.removeprefix("flush ")
    assert re.fullmatch(re.escape(str(bot.path)) + r"/\.tmp-result\.json-[0-9a-f]{16}", temporary)
    assert renamed == f"rename {temporary} {bot.path}/result.json"
    assert directory == f"flush {bot.path}"


@pytest.mark.parametrize(
    ("call", "envelope"),
    [
        ("success({})", '{"status":"success","message":""}'),
        ("success('m', {})", '{"status":"success","message":"m","data":""}'),
        ("error({})", '{"status":"error","message":""}'),
    ],
)
def test_a_result_of_1_mib_is_written_and_one_byte_more_is_refused(
    bot: Folder, call: str, envelope: str
) -> None:
    """[RES-16] A refused error does not end the process."""
    spare = 1024 * 1024 - len(envelope)
    larger, largest = (call.format(f"'x' * {size}") for size in (spare + 1, spare))
    ended = bot.run(
        "from botyard import *\n"
        f"try:\n    {larger}\nexcept BotyardError as refused:\n    print(refused.code, refused)\n"
        f"{largest}\n"
    )
    message = b"the result is 1048577 bytes as JSON, more than 1048576"
    assert ended.stdout == b"result.too_large " + message + b"\n"
    assert (bot.path / "result.json").stat().st_size == 1024 * 1024
