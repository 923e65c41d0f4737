"""One-shot queries."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Folder

HANDLER = "from botyard import *\n@query.handler('/x')\ndef x(request):\n    {}\nquery.run()\n"


@pytest.mark.parametrize(
    ("body", "document"),
    [
        ("return {'a': [1, 2.5, 'é']}", '{"status":"ok","data":{"a":[1,2.5,"é"]}}'),
        ("pass", '{"status":"ok","data":null}'),
        ("return 'text'", '{"status":"ok","data":"text"}'),
        ("return float('nan')", '{"status":"ok","data":null}'),
        ("return 9007199254740993", '{"status":"ok","data":9007199254740993}'),
        ("return {'error': 'by convention'}", '{"status":"ok","data":{"error":"by convention"}}'),
        ("return request.path", '{"status":"ok","data":"/x"}'),
        ("return query.get_config()", '{"status":"ok","data":{"symbol":"AAPL"}}'),
    ],
)
def test_an_answer_is_written_and_the_process_exits_with_0(
    bot: Folder, body: str, document: str
) -> None:
    """[Q-7, Q-13, Q-17]."""
    ended = bot.ask(HANDLER.format(body) + "print('never')", "/x")
    assert (ended.code, ended.stdout, ended.stderr) == (0, b"", b"")
    assert (bot.path / "result.json").read_bytes() == document.encode()
    assert sorted(os.listdir(bot.path)) == ["program.py", "result.json"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise ValueError('no such symbol é')", "no such symbol é"),
        ("raise RuntimeError", "the handler failed without a message"),
        ("raise RuntimeError('')", "the handler failed without a message"),
        ("raise KeyError('symbol')", "symbol"),
        ("raise SystemExit(3)", "3"),
        ("raise SystemExit('bye')", "bye"),
        ("import sys; sys.exit()", "the handler failed without a message"),
        ("raise KeyboardInterrupt", "the handler failed without a message"),
        ("raise BaseException('b')", "b"),
        ("raise GeneratorExit", "the handler failed without a message"),
        ("raise ExceptionGroup('two', [ValueError(1)])", "two (1 sub-exception)"),
        ("raise ValueError('a\\ud800')", "a\ufffd"),
        ("return x(request)", "maximum recursion depth exceeded"),
        ("return 1 / 0", "division by zero"),
        ("error('m')", "error cannot be used in a query process"),
        ("success('m')", "success cannot be used in a query process"),
        ("state.set('a', 1)", "state is read-only in a query process: set"),
        ("state.get('')", 'invalid state key "": it is empty'),
        ("return object()", "the answer of /x has no JSON form"),
        ("return {'a': {1: 2}}", "the answer of /x has no JSON form"),
        ("return b''", "the answer of /x has no JSON form"),
        ("a = []; a.append(a); return a", "the answer of /x has no JSON form"),
        ("return lambda: 1", "the answer of /x has no JSON form"),
    ],
)
def test_a_failure_is_answered_with_its_own_message(bot: Folder, body: str, message: str) -> None:
    """[Q-7, Q-8, Q-9, Q-10, Q-12, RES-12]."""
    ended = bot.ask(HANDLER.format(body), "/x")
    assert (ended.code, ended.stdout) == (1, b"")
    assert [record["message"] for record in ended.errors] == [message]
    assert ended.result == {
        "status": "error",
        "error": message,
        "code": "query.handler_failed",
    }


def test_an_exception_whose_str_fails_has_no_message(bot: Folder) -> None:
    """[Q-9]."""
    ended = bot.ask(
        "class Odd(Exception):\n    def __str__(self): raise ValueError\n"
        + HANDLER.format("raise Odd"),
        "/x",
    )
    assert ended.result["error"] == "the handler failed without a message"


def test_a_refused_parameter_has_its_own_code(bot: Folder) -> None:
    """[Q-7, Q-12, Q-37] Also if a handler raises it again, but not as another's cause."""
    message = 'parameter "n" must be an integer, got "x"'
    for body, code in (
        ("return request.get_integer('n', 5)", "query.invalid_param"),
        (
            "try: request.get_integer('n')\n    except BotyardError as e: raise",
            "query.invalid_param",
        ),
        (
            "try: request.get_integer('n')\n    except BotyardError as e: raise ValueError(str(e))",
            "query.handler_failed",
        ),
    ):
        ended = bot.ask(HANDLER.format(body), "/x", '{"n":"x"}')
        assert ended.code == 1
        assert ended.result == {"status": "error", "error": message, "code": code}


@pytest.mark.parametrize(
    ("params", "values"),
    [
        (None, {}),
        ("", {}),
        ("{}", {}),
        ('{"a":5,"b":"5","c":null,"d":[{}],"__proto__":1}', None),
        ('{"n":9007199254740993,"a":1,"a":2}', {"n": 9007199254740993, "a": 2}),
    ],
)
def test_params_keep_their_json_types(bot: Folder, params: str | None, values: Any) -> None:
    """[Q-16, Q-33]."""
    ended = bot.ask(HANDLER.format("return request.values()"), "/x", params)
    expected = (
        values if values is not None else {"a": 5, "b": "5", "c": None, "d": [{}], "__proto__": 1}
    )
    assert ended.result == {"status": "ok", "data": expected}


@pytest.mark.parametrize("params", ["[]", "null", '"x"', "{", "{'a':1}", '{"a":NaN}', " "])
def test_params_must_be_an_object(bot: Folder, params: str) -> None:
    """[Q-7]."""
    ended = bot.ask(HANDLER.format("return 1"), "/x", params)
    assert ended.code == 1
    assert ended.result == {
        "status": "error",
        "error": f"query parameters must be a JSON object, got {params}",
        "code": "query.params_not_object",
    }


@pytest.mark.parametrize(
    "path", ["/y", "/x/", "/X", "x", "/%78", "/x?a=1", "//x", "/é", "/a\\ud800"]
)
def test_a_path_is_compared_as_it_is(bot: Folder, path: str) -> None:
    """[Q-16, Q-11] The path is checked before the parameters. [Q-7]"""
    ended = bot.ask(HANDLER.format("return 1"), path, "[")
    assert ended.code == 1
    assert ended.result == {
        "status": "error",
        "error": f"no query handler for {path}",
        "code": "query.unknown_path",
        "available_queries": ["/health", "/info", "/x"],
    }


def test_queries_need_no_bot_id_or_config_unless_they_read_them(bot: Folder) -> None:
    """[Q-5]."""
    bot.environment |= {"BOT_ID": "", "BOT_CONFIG": ""}
    assert bot.ask("from botyard import query\nquery.run()", "/health").code == 0
    assert bot.ask(HANDLER.format("return 1"), "/x").code == 0
    ended = bot.ask(HANDLER.format("return query.get_config()"), "/x")
    assert ended.result["error"] == "BOT_ID is not set"


@pytest.mark.parametrize(
    "source",
    [
        "from botyard import *\n@query.handler('/x')\nasync def x(request):\n"
        "    import asyncio\n    await asyncio.sleep(0)\n    return request.get('a')\nquery.run()",
        "from botyard import *\nimport asyncio\nasync def x(request):\n"
        "    await asyncio.sleep(0)\n    return request.get('a')\n"
        "query.handler('/x', lambda request: x(request))\n"
        "async def main(): query.run()\nasyncio.run(main())",
    ],
)
def test_a_handler_may_be_asynchronous(bot: Folder, source: str) -> None:
    """[Q-14]."""
    ended = bot.ask(source, "/x", '{"a":[1]}')
    assert (ended.code, ended.stderr) == (0, b"")
    assert ended.result == {"status": "ok", "data": [1]}


def test_an_asynchronous_failure_counts_as_any_other(bot: Folder) -> None:
    """[Q-14]."""
    source = (
        "from botyard import *\n@query.handler('/x')\nasync def x(request):\n    {}\nquery.run()"
    )
    for body, message in (
        ("raise ValueError('m')", "m"),
        ("raise SystemExit('s')", "s"),
        ("import asyncio; raise asyncio.CancelledError", "the handler failed without a message"),
        ("return {1}", "the answer of /x has no JSON form"),
    ):
        ended = bot.ask(source.format(body), "/x")
        assert (ended.code, ended.result["error"]) == (1, message)
        assert ended.result["code"] == "query.handler_failed"


def test_other_work_of_the_bot_does_not_delay_the_exit(bot: Folder) -> None:
    """[Q-17] And printed output is flushed."""
    ended = bot.ask(
        "import threading\n"
        "threading.Thread(target=threading.Event().wait).start()\n"
        + HANDLER.format("print('printed', end='')"),
        "/x",
    )
    assert (ended.code, ended.stdout) == (0, b"printed")


def test_an_answer_that_cannot_be_written_is_one_error_line(bot: Folder) -> None:
    """[Q-19]."""
    bot.environment["RESULT_PATH"] = str(bot.path / "no" / "r.json")
    ended = bot.ask(HANDLER.format("return 1"), "/x")
    assert (ended.code, ended.stdout) == (1, b"")
    (line,) = ended.errors
    assert line["level"] == "error"
    assert line["message"].startswith(f"cannot write the result to {bot.path}/no/r.json: ")


def test_a_second_run_is_refused(bot: Folder) -> None:
    """[Q-4] Also inside a handler; the process stays a query process. [ENV-5]"""
    ended = bot.ask(HANDLER.format("query.run()"), "/x")
    assert ended.result["error"] == "query.run() was called twice"
    ended = bot.run(
        "from botyard import *\n"
        "try: query.run()\nexcept BotyardError as e: print(e.code)\n"
        "try: query.run()\nexcept BotyardError as e: print(e.code)\n"
        "try: state.set('a', 1)\nexcept BotyardError as e: print(e.code)\n",
        QUERY_HOST="a..b",
    )
    assert ended.stdout == b"query.listen_failed\nquery.already_running\nstate.read_only\n"


def test_one_shot_mode_has_precedence_over_the_server(bot: Folder) -> None:
    """A non-empty QUERY_PATH selects it, whatever the port is."""
    bot.environment["QUERY_PORT"] = "no port"
    assert bot.ask(HANDLER.format("return 1"), "/x").result == {"status": "ok", "data": 1}


def test_a_one_shot_query_imports_no_sockets(bot: Folder) -> None:
    """The user waits while it starts."""
    ended = bot.ask(HANDLER.format("import sys; return sorted(sys.modules)"), "/x")
    loaded = set(ended.result["data"])
    assert not loaded & {"socket", "threading", "json", "re", "typing", "asyncio", "signal"}
