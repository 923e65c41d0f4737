"""A query program with many handlers, and functions to query it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from http.client import HTTPConnection

SOURCE = """
import os, sys, threading
from botyard import *

release = threading.Event()

@query.handler("/echo")
def echo(request): return {"path": request.path, "params": request.values()}

@query.handler("/integer")
def integer(request): return request.get_integer("n", 7)

@query.handler("/text")
def text(request): return "é"

@query.handler("/nothing")
def nothing(request): pass

@query.handler("/fail")
def fail(request): raise ValueError("no such symbol")

@query.handler("/exit")
def exit(request): sys.exit(3)

@query.handler("/interrupt")
def interrupt(request): raise KeyboardInterrupt

@query.handler("/error")
def report(request): error("m")

@query.handler("/set")
def set(request): state.set("k", 1)

@query.handler("/odd")
def odd(request): return {1, 2}

@query.handler("/wait")
def wait(request):
    log.info("waiting")
    release.wait()
    return "waited"

@query.handler("/release")
def let_go(request): release.set()

@query.handler("/late")
def late(request): query.handler("/new", lambda request: "new")

@query.handler("/async")
async def asynchronous(request):
    import asyncio
    await asyncio.sleep(0)
    return request.get("a")

@query.handler("/é +")
def accent(request): return request.path

@query.handler("/a/../b")
def dots(request): return request.path

@query.handler("/large")
def large(request): return "x" * 3_000_000

@query.handler("/metric")
def emit(request): metric("asked", {}); print("printed")

@query.handler("/config")
def config(request): return query.get_config()

threading.Thread(target=threading.Event().wait).start()
query.run()
print("never")
"""


def failed(message: str, code: str | None = None) -> dict[str, Any]:
    """Return the document of a failure."""
    document = {"status": "error", "error": message}
    return document if code is None else document | {"code": code}


def exchange(client: HTTPConnection, target: str, method: str = "GET") -> tuple[int, bytes]:
    """Send a query on a keep-alive connection."""
    client.request(method, target)
    response = client.getresponse()
    return response.status, response.read()
