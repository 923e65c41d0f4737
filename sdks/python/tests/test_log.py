"""The functions of `log`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from botyard import BotyardError, log

if TYPE_CHECKING:
    from conftest import Folder


def test_each_level_writes_one_line_on_standard_error(bot: Folder) -> None:
    """[LOG-1]."""
    ended = bot.run(
        "from botyard import log\n"
        'log.debug("d"); log.info("ï\\n", {"size": 3, "level": "x"})\n'
        'log.warn("", {}); log.error("e", None)\n'
    )
    assert (ended.code, ended.stdout) == (0, b"")
    assert [(line["level"], line["message"], line.get("data")) for line in ended.errors] == [
        ("debug", "d", None),
        ("info", "ï\n", {"size": 3, "level": "x"}),
        ("warn", "", {}),
        ("error", "e", None),
    ]
    assert ["data" in line for line in ended.errors] == [False, True, True, False]
    for line in ended.errors:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["timestamp"])


@pytest.mark.parametrize("message", [None, 5, b"x", ValueError("x")])
def test_a_message_must_be_a_string(message: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """[LOG-2]."""
    with pytest.raises(BotyardError) as caught:
        log.info(message, 5)  # type: ignore[arg-type]
    assert caught.value.code == "log.invalid_message"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("data", [[], "x", 0, False, {"a": object()}, {1: 1}])
def test_data_must_be_an_object(data: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """[LOG-2]."""
    with pytest.raises(BotyardError) as caught:
        log.error("m", data)
    assert caught.value.code == "log.invalid_data"
    assert capfd.readouterr().err == ""


def test_a_standard_error_that_fails_is_an_error_in_the_bot(bot: Folder) -> None:
    """[LOG-3]."""
    ended = bot.run(
        "import os\n"
        "os.dup2(os.open('/dev/full', os.O_WRONLY), 2)\n"
        "from botyard import BotyardError, log\n"
        "try:\n"
        '    log.info("m")\n'
        "except BotyardError as error:\n"
        "    print(error.code, error)\n"
    )
    assert ended.code == 0
    assert ended.stdout.decode() == (
        "log.write_failed cannot write a log line to standard error: ENOSPC\n"
    )


def test_logging_writes_records_of_the_same_levels_once_it_is_captured(bot: Folder) -> None:
    """With what it knows as data, and each line once."""
    ended = bot.run(
        "import logging\nfrom decimal import Decimal\nfrom botyard import log\n"
        "logging.basicConfig()\nlog.capture_logging('DEBUG')\nlogger = logging.getLogger('feed')\n"
        "logger.debug('asked')\n"
        "logger.info('got %d', 3, extra={'price': Decimal('1.5'), 'n': [1]})\n"
        "logger.warning('late')\nlogger.critical('gone')\n"
        "try:\n    {}['x']\nexcept KeyError:\n    logger.exception('no price')\n"
    )
    assert [(one["level"], one["message"], one["data"]) for one in ended.errors[:4]] == [
        ("debug", "asked", {"logger": "feed"}),
        ("info", "got 3", {"logger": "feed", "price": "1.5", "n": [1]}),
        ("warn", "late", {"logger": "feed"}),
        ("error", "gone", {"logger": "feed"}),
    ]
    assert ended.errors[4]["data"]["exception"].endswith("KeyError: 'x'")


@pytest.mark.parametrize(
    ("before", "level", "written"),
    [
        ("", "", ["info", "warn"]),
        ("logging.basicConfig(level=logging.DEBUG)", "", ["debug", "info", "warn"]),
        ("logging.getLogger().setLevel('ERROR')", "", []),
        ("logging.basicConfig(level=logging.DEBUG)", "'WARNING'", ["warn"]),
        ("logging.basicConfig(level=logging.ERROR)", "10", ["debug", "info", "warn"]),
    ],
)
def test_capture_logging_keeps_the_level_of_the_program_unless_it_is_given_one(
    bot: Folder, before: str, level: str, written: list[str]
) -> None:
    """The default of `logging` itself, WARNING, is not one of the program."""
    ended = bot.run(
        f"import logging\nfrom botyard import log\n{before}\nlog.capture_logging({level})\n"
        "logging.debug('d')\nlogging.info('i')\nlogging.warning('w')\n"
    )
    assert [one["level"] for one in ended.errors] == written


def test_a_captured_record_has_the_stack_that_it_was_asked_for(bot: Folder) -> None:
    """As the text of `logging`."""
    ended = bot.run(
        "import logging\nfrom botyard import log\nlog.capture_logging()\n"
        "def look(): logging.info('here', stack_info=True)\nlook()\n"
    )
    stack = ended.errors[0]["data"]["stack_info"]
    assert stack.startswith("Stack (most recent call last):\n")
    assert "line 4, in look" in stack


def test_a_message_that_logging_cannot_format_harms_nothing(bot: Folder) -> None:
    """It is reported as any other handler does."""
    ended = bot.run(
        "import logging\nfrom botyard import log\nlog.capture_logging()\n"
        "logging.error('%d', 'x')\nlogging.error('next')\n"
    )
    assert ended.code == 0
    assert b"--- Logging error ---" in ended.stderr
    assert b'"message":"next"' in ended.stderr
