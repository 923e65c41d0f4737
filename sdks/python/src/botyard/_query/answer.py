"""The outcome of a query, for one-shot queries and HTTP. [Q-7]"""

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
    """The JSON of a handler's value (`code` is None), or the code and message of a failure."""

    __slots__ = ("code", "message", "value")

    def __init__(self, value: bytes = b"", code: str | None = None, message: str = "") -> None:
        """Make an outcome from the value's JSON, or from a code and a message."""
        self.value = value
        self.code = code
        self.message = message

    def document(self, *, with_code: bool = True) -> bytes:
        """Return the answer document as JSON."""
        if self.code is None:
            return b'{"status":"ok","data":%b}' % self.value
        document: dict[str, Any] = {"status": "error", "error": self.message}
        if with_code:
            document["code"] = self.code
        if self.code == "query.unknown_path":
            document["available_queries"] = registry.available()
        return _json.encode(document)


def refusal(error: _errors.BotyardError) -> Outcome:
    """Return the outcome for an error of this SDK."""
    return Outcome(code=error.code, message=str(error))


def unknown_path(path: str) -> Outcome:
    """Return the outcome for a path without a handler."""
    return refusal(_errors.failure("query.unknown_path", path=path))


def read_params(document: str | bytes) -> dict[str, Any]:
    """Read parameters from a JSON object; an empty document means `{}`.

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
    """Run a handler; any exception that it raises is its failure. [Q-12]"""
    try:
        value = handler(Request(path, params))
        if hasattr(type(value), "__await__"):
            value = _wait_for(value)
    except BaseException as error:  # noqa: BLE001 - SystemExit and others count as failures too
        return _failed(error, path)
    try:
        return Outcome(_json.encode(value))
    except BaseException as error:  # noqa: BLE001 - methods of a value may raise anything
        message = f"the answer of {path} has no JSON form"
        failure.log_answer_without_form(message, path, error)
        return Outcome(code="query.handler_failed", message=message)


def _failed(error: BaseException, path: str) -> Outcome:
    for one in (error, *failure.causes_of(error)):
        if isinstance(one, _errors.BotyardError) and one.code == "query.invalid_param":
            return refusal(one)
    message = failure.message_of(error) or _NO_MESSAGE
    failure.log(message, error, path)
    return Outcome(code="query.handler_failed", message=message)


def _wait_for(awaitable: Any) -> Any:
    import asyncio  # importing it takes 35 ms, and few handlers are asynchronous

    async def answer() -> Any:
        return await awaitable

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(answer())
    # The query program itself runs on an event loop: run the handler in another thread.
    from concurrent.futures import ThreadPoolExecutor  # rarely needed

    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, answer()).result()


def _not_object(document: str | bytes) -> _errors.BotyardError:
    text = document if isinstance(document, str) else document.decode("utf-8", "replace")
    return _errors.failure("query.params_not_object", text=text)
