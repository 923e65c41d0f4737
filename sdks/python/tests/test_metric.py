"""The function `metric`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from botyard import BotyardError, metric

if TYPE_CHECKING:
    from conftest import Folder


def test_a_metric_is_one_line_on_standard_output(bot: Folder) -> None:
    """[MET-1, MET-3]."""
    before = datetime.now(UTC)
    ended = bot.run(
        'from botyard import metric\nmetric("price", {"symbol": "é😀", "value": 187.5})'
    )
    after = datetime.now(UTC)
    assert (ended.code, ended.stderr) == (0, b"")
    shape = (
        rb'\{"_metric":"price","timestamp":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)",'
        rb'"data":\{"symbol":"\xc3\xa9\xf0\x9f\x98\x80","value":187\.5\}\}\n'
    )
    found = re.fullmatch(shape, ended.stdout)
    assert found
    moment = datetime.fromisoformat(found[1].decode())
    assert before.replace(microsecond=before.microsecond // 1000 * 1000) <= moment <= after


def test_data_is_written_unchanged(bot: Folder) -> None:
    """[MET-4]."""
    data = {"type": "BUY", "timestamp": 1, "_metric": "x", "data": None, "__proto__": {}}
    ended = bot.run(f"from botyard import metric\nmetric('signal', {data!r})")
    assert ended.output[0]["data"] == data
    assert ended.output[0]["_metric"] == "signal"
    assert set(ended.output[0]) == {"_metric", "timestamp", "data"}


@pytest.mark.parametrize("type", ["", None, 5, b"x", ["x"]])
def test_a_type_must_be_a_non_empty_string(
    type: Any,  # noqa: A002
    capfd: pytest.CaptureFixture[str],
) -> None:
    """[MET-2]."""
    with pytest.raises(BotyardError) as caught:
        metric(type, "neither")  # type: ignore[arg-type]
    assert caught.value.code == "metric.invalid_type"
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, "got null"),
        ([1], "got an array"),
        ("x", "got a string"),
        ({"a": b"x"}, "a is a bytes"),
        ({"a": [{1: 2}]}, "a[0] is an object with a key that is a number"),
    ],
)
def test_data_must_be_an_object(data: Any, reason: str, capfd: pytest.CaptureFixture[str]) -> None:
    """[MET-2, JSON-10]."""
    with pytest.raises(BotyardError) as caught:
        metric("price", data)
    assert caught.value.code == "metric.invalid_data"
    assert str(caught.value) == f'the data of metric "price" must be a JSON object: {reason}'
    assert capfd.readouterr().out == ""


def test_non_finite_numbers_become_null(bot: Folder) -> None:
    """[JSON-8, JSON-9]."""
    ended = bot.run(
        'from botyard import metric\nmetric("m", {"a": float("nan"), "b": "\\ud800", "\\udfff": 1})'
    )
    assert ended.output[0]["data"] == {"a": None, "b": "\ufffd", "\ufffd": 1}


def test_a_metric_is_written_before_the_process_is_killed(bot: Folder) -> None:
    """[MET-1] Flushed before it returns, in order with what the bot printed."""
    ended = bot.run(
        "import os, signal\n"
        "from botyard import metric\n"
        'print("text before")\n'
        'metric("m", {})\n'
        'print("lost", end="")\n'
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    first, second = ended.stdout.decode().splitlines()
    assert first == "text before"
    assert json.loads(second)["_metric"] == "m"


def test_lines_stay_whole_when_many_threads_write(bot: Folder) -> None:
    """[MET-1] The lines are longer than a pipe accepts in one piece."""
    ended = bot.run(
        "import threading\n"
        "from botyard import metric\n"
        "def work(n):\n"
        "    for i in range(25):\n"
        '        metric("m", {"n": n, "i": i, "fill": "x" * 20_000})\n'
        "threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]\n"
        "[t.start() for t in threads]; [t.join() for t in threads]\n"
    )
    assert ended.code == 0
    seen = {(line["data"]["n"], line["data"]["i"]) for line in ended.output}
    assert seen == {(n, i) for n in range(8) for i in range(25)}


def test_a_metric_is_passed_to_the_system_in_one_write(bot: Folder) -> None:
    """[MET-1] A socket that keeps message boundaries shows each write."""
    ended = bot.run(
        "import os, socket, sys\n"
        "mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)\n"
        "os.dup2(theirs.fileno(), 1)\n"
        "from botyard import metric\n"
        'metric("m", {"fill": "x" * 3000})\n'
        "sys.stderr.write(str(mine.recv(65536).endswith(b'}}\\n')))\n"
    )
    assert ended.stderr == b"True"


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1", "tr_TR.UTF-8"])
def test_the_bytes_are_the_same_in_every_locale(bot: Folder, locale: str) -> None:
    """[ENV-8]."""
    ended = bot.run(
        "import sys\n"
        "from botyard import input, metric\n"
        'metric("I", {"id": input.parse().bot_id, "é": 0.5})',
        LC_ALL=locale,
        LANG=locale,
        TZ="Asia/Kathmandu",
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
        PYTHONIOENCODING="latin-1",
        BOT_ID="bøt €",
    )
    assert ended.stdout.endswith('"data":{"id":"bøt €","é":0.5}}\n'.encode())
    moment = datetime.fromisoformat(ended.output[0]["timestamp"])
    assert abs((datetime.now(UTC) - moment).total_seconds()) < 60


@pytest.mark.parametrize(
    "before",
    [
        "import io, sys; sys.stdout = io.StringIO()",
        "import sys; sys.stdout = None",
        "import sys; sys.stdout.reconfigure(encoding='utf-16', newline='\\r\\n')",
        "import codecs, sys; sys.stdout = codecs.getwriter('latin-1')(sys.stdout.detach())",
        "import os; os.set_blocking(1, False)",
        "import locale; locale.setlocale(locale.LC_ALL, '')",
    ],
)
def test_a_metric_is_written_whatever_the_bot_did_to_its_stdout(bot: Folder, before: str) -> None:
    """[MET-1]."""
    ended = bot.run(
        f"{before}\nfrom botyard import metric\n"
        'for _ in range(5): metric("m", {"f": "é" * 30_000})'
    )
    assert (ended.code, ended.stderr) == (0, b"")
    assert ended.stdout.decode().startswith('{"_metric":"m"')
    assert [line["data"]["f"] for line in ended.output] == ["é" * 30_000] * 5


REPORT = """
import sys
from botyard import BotyardError, metric
try:
    metric("m", {"fill": "x" * 60_000})
except BotyardError as error:
    sys.stderr.write(f"{error.code}|{error}|{type(error.cause).__name__}")
"""


@pytest.mark.parametrize(
    ("before", "cause", "reason"),
    [
        (
            "import os\nr, w = os.pipe(); os.dup2(w, 1); os.close(w); os.close(r)",
            "BrokenPipeError",
            "EPIPE",
        ),
        ("import os\nos.dup2(os.open('/dev/full', os.O_WRONLY), 1)", "OSError", "ENOSPC"),
        ("import os\nos.close(1)", "OSError", "EBADF"),
        ("import sys\nsys.stdout.close(); f = open('reused', 'w')", "OSError", "EBADF"),
    ],
)
def test_a_standard_output_that_fails_is_an_error_in_the_bot(
    bot: Folder, before: str, cause: str, reason: str
) -> None:
    """[MET-5]."""
    ended = bot.run(f"{before}\n{REPORT}")
    code, message, kind = ended.stderr.decode().split("|")
    assert code == "metric.write_failed"
    assert message == f'cannot write metric "m" to standard output: {reason}'
    assert kind == cause
    assert ended.code == 0
    reused = bot.path / "reused"
    assert not reused.exists() or reused.read_bytes() == b""


def test_a_bot_without_a_standard_output_gets_an_error(bot: Folder) -> None:
    """[MET-5] The descriptor may belong to another file by then."""
    program = bot.path / "program.py"
    program.write_text("f = open('reused', 'w')\n" + REPORT)
    command = f"exec {sys.executable} -S {program} >&-"
    ended = subprocess.run(
        ["/bin/sh", "-c", command],
        env=bot.environment,
        cwd=bot.path,
        stderr=subprocess.PIPE,
        check=True,
    )
    assert ended.stderr.startswith(b"metric.write_failed|")
    assert (bot.path / "reused").read_bytes() == b""


def test_a_forked_child_may_write_while_a_thread_of_its_parent_did(bot: Folder) -> None:
    """The child has the lock but not the thread that held it."""
    ended = bot.run(
        "import os, threading\n"
        "from botyard import metric\n"
        "from botyard._process.streams import _output\n"
        "held, done = threading.Event(), threading.Event()\n"
        "def hold():\n"
        "    with _output._lock:\n"
        "        held.set(); done.wait()\n"
        "threading.Thread(target=hold).start(); held.wait()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        '    metric("child", {}); os._exit(0)\n'
        "os.waitpid(child, 0); done.set()\n"
    )
    assert [line["_metric"] for line in ended.output] == ["child"]


def test_a_signal_handler_may_emit_a_metric_while_one_is_written(bot: Folder) -> None:
    """The handler runs in the thread that holds the lock."""
    process = bot.start(
        "import os, signal\n"
        "from botyard import metric\n"
        'signal.signal(signal.SIGALRM, lambda *_: metric("tick", {}))\n'
        "signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)\n"
        "for i in range(3000):\n"
        '    metric("m", {"i": i})\n'
        "signal.setitimer(signal.ITIMER_REAL, 0)\n"
    )
    stdout, _ = process.communicate(timeout=20)
    lines = [json.loads(line) for line in stdout.splitlines()]
    assert [line["data"]["i"] for line in lines if line["_metric"] == "m"] == list(range(3000))
    assert any(line["_metric"] == "tick" for line in lines)


def test_a_query_process_may_emit_metrics(bot: Folder) -> None:
    """[MET-6]."""
    ended = bot.run('from botyard import metric\nmetric("m", {})', QUERY_PATH="/x")
    assert ended.output[0]["_metric"] == "m"


def test_loading_the_sdk_changes_nothing(bot: Folder) -> None:
    """[ENV-3]."""
    ended = bot.run("import botyard", STATE_DIR=None, RESULT_PATH=None, BOT_ID=None, QUERY_PORT="x")
    assert (ended.code, ended.stdout, ended.stderr) == (0, b"", b"")
    assert os.listdir(bot.path) == ["program.py"]


def test_a_metric_of_64_kib_is_written_and_one_byte_more_is_refused(bot: Folder) -> None:
    """[MET-12] Counted in bytes, without the line feed; a refused metric writes nothing."""
    empty = '{"_metric":"m","timestamp":"2026-11-20T14:30:00.123Z","data":{"f":""}}'
    spare = 65536 - len(empty)
    ended = bot.run(
        "from botyard import BotyardError, metric\n"
        "import sys\n"
        f"for fill in ('x' * {spare - 1} + 'é', 'x' * {spare - 2} + 'é'):\n"
        "    try:\n"
        "        metric('m', {'f': fill})\n"
        "    except BotyardError as error:\n"
        "        sys.stderr.write(f'{error.code}|{error}')\n"
    )
    message = 'metric "m" is 65537 bytes as one line of JSON, more than 65536'
    assert ended.stderr.decode() == f"metric.too_large|{message}"
    assert len(ended.stdout) == 65536 + 1
