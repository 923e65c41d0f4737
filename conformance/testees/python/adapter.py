"""A bot that runs a script: docs/reference/conformance-cases.md, "Adapter"."""

from __future__ import annotations

import atexit
import json
import os
import sys
import threading
import time
from dataclasses import asdict, dataclass, is_dataclass
from functools import reduce
from operator import attrgetter
from typing import Any, Literal

import botyard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TRACE = os.open(os.environ["CONF_TRACE"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
CODE = os.getcwd()
kept: dict[str, Any] = {}

# Passed to the SDK unchanged; its functions have the ops' names.
PLAIN = """metric log.debug log.info log.warn log.error success success_with_data error error_with_data
  result state.get state.set state.delete state.clear state.exists state.list query.get_config
  stop.requested stop.wait""".split()


@dataclass
class Leg:
    """The shape `position` contains it."""

    price: float
    size: int


@dataclass
class Position:
    """The shape `position`."""

    symbol: str
    qty: int
    direction: Literal["up", "down"]
    legs: list[Leg]
    stop: float | None = None


SHAPES: dict[str, Any] = {"integer": int, "direction": Literal["up", "down"], "position": Position}


def plain(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def parse_as(shape: str) -> Any:
    bot_id, config = botyard.input.parse(SHAPES[shape])
    return {"id": bot_id, "config": plain(config)}


def fail(*message: str) -> None:
    raise RuntimeError(*message)


def set_variable(name: str, text: str | None) -> None:
    os.environ[name] = text or ""
    if text is None:
        del os.environ[name]


def wait_for(file: str) -> None:
    while not os.path.exists(os.path.join(CODE, file)):
        time.sleep(0.003)


def change(name: str, steps: list[Any], value: Any) -> None:
    holder = kept[name]
    for step in steps[:-1]:
        holder = holder[step]
    holder[steps[-1]] = value


CALLS: dict[str, Callable[..., Any]] = {
    **{name: attrgetter(name)(botyard) for name in PLAIN},
    **{"query.run": botyard.query.run, "fail": fail, "exit": sys.exit},
    **{"wait_for": wait_for, "change": change, "environment.set": set_variable},
    "input.parse": lambda: dict(zip(("id", "config"), botyard.input.parse(), strict=True)),
    "input.parse_as": parse_as,
    "state.get_as": lambda key, shape, *default: plain(botyard.state.get_as(key, SHAPES[shape], *default)),
    "touch": lambda file: open(os.path.join(CODE, file), "w").close(),
    "print": lambda text: print(text, end=""),
    "eprint": lambda text: print(text, end="", file=sys.stderr),
    "chdir": lambda path: os.chdir(os.path.join(CODE, path)),
    "close": lambda stream: getattr(sys, stream).close(),
}


def handler(args: list[Any], _: Any) -> None:
    path, ops = args

    def answer(request: Any) -> Any:
        out = run(ops, request)
        return out and out[0]

    async def answer_later(request: Any) -> Any:
        import asyncio  # loaded here because it would double the start-up time of every step

        return await asyncio.to_thread(answer, request)

    # Tests both kinds of waiting: on a loop in a one-shot query, in a thread in a server.
    of_ops = answer_later if "wait_for" in str(ops) and "QUERY_PATH" in os.environ else answer
    is_list = isinstance(ops, list) and all(isinstance(op, dict) for op in ops)
    botyard.query.handler(made(path), of_ops if is_list else made(ops))


def parallel(lists: list[Any], request: Any) -> None:
    from concurrent.futures import ThreadPoolExecutor

    at_once = threading.Barrier(len(lists))
    with ThreadPoolExecutor(len(lists)) as pool:
        threads = [pool.submit(lambda ops: at_once.wait() * 0 or run(ops, request), ops) for ops in lists]
    for thread in threads:
        thread.result()


def repeat(args: list[Any], request: Any) -> Any:
    return next(filter(None, (run(args[1], request) for _ in range(args[0]))), None)


def guarded(args: list[Any], request: Any) -> Any:
    ops, when_failed, at_last = [*args, []][:3]
    try:
        return run(ops, request)
    except BaseException:
        return run(when_failed, request)
    finally:
        run(at_last, request)


def wrapped(args: list[Any], request: Any) -> Any:
    try:
        return run(args[1], request)
    except Exception as cause:
        raise RuntimeError(args[0]) from cause


def on_term(args: list[Any], _: Any) -> None:
    import signal

    signal.signal(signal.SIGTERM, lambda *_: run(args[0], None))


def at_exit(args: list[Any], _: Any) -> None:
    atexit.register(run, args[0], None)


# Ops that contain ops; a result other than None, a tuple of the answer, ends the handler.
BLOCKS: dict[str, Callable[[list[Any], Any], Any]] = {
    **{"query.handler": handler, "parallel": parallel, "repeat": repeat, "guarded": guarded},
    "return": lambda args, _: (made(args[0]) if args else None,),
    "background": lambda args, request: threading.Thread(target=run, args=(args[0], request)).start(),
    "at_exit": at_exit,
    "wrapped": wrapped,
    "on_term": on_term,
}


def nested(depth: int, wrap: Callable[..., Any]) -> Any:
    return reduce(lambda inner, _: wrap(inner), range(depth - 1), wrap())


CYCLE: list[Any] = []
CYCLE.append(CYCLE)
MAKERS: dict[str, Callable[..., Any]] = {
    **{kind: lambda kind=kind: float(kind) for kind in ("nan", "infinity", "-infinity")},
    "negative-zero": lambda: -0.0,
    "lone-surrogate": lambda: "a\ud800b",
    "surrogate-keys": lambda: {"\ud800": 1, "\udc00": 2},
    "function": lambda: made,
    "bytes": bytes,
    "cycle": lambda: CYCLE,
    "non-string-key": lambda: {("a", "b"): 1},
    **{f"{kind}-key": lambda key=key: {key: 1} for kind, key in (("number", 1), ("null", None))},
    "deep": lambda depth: nested(depth, lambda *inner: list(inner)),
    "deep-object": lambda depth: nested(depth, lambda *inner: dict(zip("a", inner, strict=False))),
    "long": lambda length: "x" * length,
}


def made(given: Any) -> Any:
    if isinstance(given, list):
        return [made(item) for item in given]
    if not isinstance(given, dict):
        return given
    key, inner = next(iter(given.items())) if len(given) == 1 else ("", "")
    if key in ("$literal", "$var"):
        return inner if key == "$literal" else kept[inner]
    if key == "$make":
        return MAKERS[inner[0]](inner[1]) if isinstance(inner, list) else MAKERS[inner]()
    return {name: made(value) for name, value in given.items()}


def note(line: dict[str, Any]) -> None:
    os.write(TRACE, json.dumps(line, default=repr).encode() + b"\n")


def failure_of(error: BaseException) -> dict[str, Any]:
    own = isinstance(error, botyard.BotyardError)
    code, advice = (getattr(error, name, None) if own else None for name in ("code", "next"))
    cause = None if error.__cause__ is None else str(error.__cause__)
    return {"code": code, "message": str(error), "next": advice, "cause": cause}


def perform(op: dict[str, Any], request: Any) -> Any:
    op_id, name = op["id"], op["op"]
    call = CALLS.get(name)
    if name.startswith("request."):
        call = (lambda: request.path) if name == "request.path" else getattr(request, name[8:])
        if name == "request.params_as":
            call = lambda shape: plain(request.params_as(SHAPES[shape]))  # noqa: E731
    if call is None and name not in BLOCKS:
        note({"id": op_id, "unsupported": True})
        os._exit(64)
    note({"id": op_id, "begin": name})
    try:
        out = None if call else BLOCKS[name](op["args"], request)
        value = call(*made(op["args"])) if call else None
    except Exception as error:
        note({"id": op_id, "error": failure_of(error)})
        if op.get("uncaught"):
            raise
        return None
    if out is None:
        kept[op.get("as", "")] = value
        note({"id": op_id, "value": value})
    return out


def run(ops: list[Any], request: Any) -> Any:
    return next((out for op in ops if (out := perform(op, request)) is not None), None)


with open(os.environ["CONF_SCRIPT"], encoding="utf-8") as file:
    script = json.load(file)
done: list[bool] = []
# Registered first, so it runs last: after exit hooks and background work.
atexit.register(lambda: note({"end": True}) if done else None)
run(script["ops"], None)
done.append(True)
