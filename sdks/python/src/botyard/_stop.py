"""Stop: the platform's request to stop, which is the signal SIGTERM.

From the first call of one of these functions on, SIGTERM does not end the process any more: the bot
ends itself, within the platform's grace period (default: 10 s). A handler of the signal that the
bot has installed is called as before. [STOP-1, STOP-4] One that is installed later, also by a
library such as `loop.add_signal_handler`, receives the signal alone until the next call of one of
these functions in the main thread.

A bot that looks once a minute repeats its look `while not stop.requested()` and ends each with
`stop.wait(60)`.
"""

from __future__ import annotations

from . import _errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    import asyncio
    from weakref import WeakKeyDictionary

    from ._process.termination import Termination

_termination: Termination | None = None
_events: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Event] | None = None


def requested() -> bool:
    """Return whether the platform has asked the bot to stop. [STOP-2]

    This is whether the process has received SIGTERM since the first call of a function of `stop`.

    Raises:
        BotyardError: `stop.unavailable` if the first call is not made in the main thread, to which
            Python gives all signals. [STOP-5]

    Example:
        >>> from botyard import stop
        >>> stop.requested()
        False
    """
    return _receiving().was_requested


def wait(seconds: float) -> bool:
    """Wait until the platform asks the bot to stop, at most for a time. [STOP-3]

    It may be called in several threads at once; all of them are told. It blocks its thread; for a
    bot on an event loop there is `event`.

    Args:
        seconds: The longest time. What is not a number above 0 counts as 0.

    Returns:
        True as soon as the bot is asked to stop, also if it was before; False after the time.

    Raises:
        BotyardError: `stop.unavailable`, as for `requested`.

    Example:
        >>> from botyard import stop
        >>> stop.wait(0.01)
        False
    """
    return _receiving().wait(_time(seconds))


def _time(seconds: object) -> float:
    try:
        return max(0.0, float(seconds)) if hasattr(seconds, "__float__") else 0.0
    except OverflowError:
        return float("inf") if seconds > 0 else 0.0  # type: ignore[operator]  # a number


def event() -> asyncio.Event:
    """Return an event that is set when the platform asks the bot to stop. [STOP-2]

    It is the same event at each call on the same event loop, which must be running.

    Raises:
        BotyardError: `stop.unavailable`, as for `requested`.
        RuntimeError: If no event loop is running in this thread.

    Example:
        >>> import asyncio
        >>> from botyard import stop
        >>> async def look() -> str:
        ...     try:
        ...         await asyncio.wait_for(stop.event().wait(), timeout=0.01)
        ...     except TimeoutError:
        ...         return "look again"
        ...     return "stop"
        >>> asyncio.run(look())
        'look again'
    """
    global _events  # noqa: PLW0603 - one event for each loop of the process
    import asyncio  # only bots that have loaded it call this
    from weakref import WeakKeyDictionary

    loop = asyncio.get_running_loop()
    received = _receiving()
    if _events is None:
        _events = WeakKeyDictionary()
    if loop not in _events:
        event = _events[loop] = asyncio.Event()
        descriptor = received.descriptor

        def told() -> None:
            loop.remove_reader(descriptor)
            event.set()

        loop.add_reader(descriptor, told)
    if received.was_requested:
        _events[loop].set()
    return _events[loop]


def _receiving() -> Termination:
    global _termination  # noqa: PLW0603 - a process has one handler
    if _termination is None or _termination.was_left:
        from ._process.termination import Termination  # not needed by most processes

        try:
            _termination = Termination()
        except ValueError as error:
            reason = "Python gives signals to the main thread"
            raise _errors.failure("stop.unavailable", reason=reason) from error
        except OSError as error:
            raise _errors.failure("stop.unavailable", reason=_errors.reason(error)) from error
    _termination.keep()
    return _termination
