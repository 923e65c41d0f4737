"""What comes of a query: the outcome of a handler, before any wire is chosen. [Q-7]"""

from __future__ import annotations

from botyard import _errors, _json

from . import failure, registry
from .request import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .registry import Handler

_NO_MESSAGE = "the handler failed without a message"


class Outcome:
    """Either the JSON of a handler's value (`code` is None) or why there is none."""

    __slots__ = ("code", "message", "value")

    def __init__(self, value: bytes = b"", code: str | None = None, message: str = "") -> None:
        """Take the value's JSON, or a code and a message."""
        self.value = value
        self.code = code
        self.message = message

    def document(self, *, with_code: bool = True) -> bytes:
        """Write the answer document; a value that is JSON already goes in as it is."""
        if self.code is None:
            return b'{"status":"ok","data":%b}' % self.value
        document: dict[str, Any] = {"status": "error", "error": self.message}
        if with_code:
            document["code"] = self.code
        if self.code == "query.unknown_path":
            document["available_queries"] = registry.available()
        return _json.encode(document)


def refusal(error: _errors.BotyardError) -> Outcome:
    """Answer with an error of this SDK."""
    return Outcome(code=error.code, message=str(error))


def unknown_path(path: str) -> Outcome:
    """Answer for a path without a handler."""
    return refusal(_errors.failure("query.unknown_path", path=path))


def read_params(document: str | bytes) -> dict[str, Any]:
    """Read parameters that are a JSON object; nothing at all is an empty one.

    Raises:
        BotyardError: `query.params_not_object`.
    """
    if not document:
        return {}
    try:
        params = _json.decode(document)
    except _json.NotJSONError as error:
        raise _not_object(document) from error
    if not isinstance(params, dict):
        raise _not_object(document)
    return params


def ask(handler: Handler, path: str, params: dict[str, Any]) -> Outcome:
    """Run a handler; whatever unwinds out of it is its failure. [Q-12]"""
    try:
        value = handler(Request(path, params))
        if hasattr(type(value), "__await__"):
            value = _wait_for(value)
    except BaseException as error:  # noqa: BLE001 - SystemExit and its kin are failures here too
        return _failed(error, path)
    try:
        return Outcome(_json.encode(value))
    except BaseException as error:  # noqa: BLE001 - a value's own methods may raise anything
        message = f"the answer of {path} has no JSON form"
        failure.log_answer_without_form(message, path, error)
        return Outcome(code="query.handler_failed", message=message)


def _failed(error: BaseException, path: str) -> Outcome:
    if isinstance(error, _errors.BotyardError) and error.code == "query.invalid_param":
        return refusal(error)
    message = failure.message_of(error) or _NO_MESSAGE
    failure.log(message, error, path)
    return Outcome(code="query.handler_failed", message=message)


def _wait_for(awaitable: Any) -> Any:
    import asyncio  # it costs 35 ms, and few handlers are asynchronous

    async def answer() -> Any:
        return await awaitable

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(answer())
    # The query program itself runs on a loop: this handler gets one in a thread of its own.
    from concurrent.futures import ThreadPoolExecutor  # as rare as it gets

    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, answer()).result()


def _not_object(document: str | bytes) -> _errors.BotyardError:
    text = document if isinstance(document, str) else document.decode("utf-8", "replace")
    return _errors.failure("query.params_not_object", text=text)
