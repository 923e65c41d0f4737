"""Input: the bot's id and config.

The platform sets both as environment variables before it starts the bot.
"""

from __future__ import annotations

from . import _errors, _json
from ._process import environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generic, TypeVar, overload

    T = TypeVar("T")

    class TypedInput(tuple[str, T], Generic[T]):  # noqa: SLOT001 - it exists for type checkers only
        """What `parse` returns if it is given a type."""

        bot_id: str
        config: T


class Input(tuple[str, "dict[str, Any]"]):
    """The bot's id and config; unpack it as `(bot_id, config)`, or use the attributes.

    Example:
        >>> from botyard import input
        >>> given = input.parse()
        >>> given
        Input(bot_id='bot-1', config=...)
        >>> given.config["symbol"]
        'AAPL'
    """

    __slots__ = ()
    __match_args__ = ("bot_id", "config")

    @property
    def bot_id(self) -> str:
        """The identifier that the platform assigned to this bot; never empty. [IN-1]

        Example:
            >>> from botyard import input
            >>> input.parse().bot_id
            'bot-1'
        """
        return self[0]

    @property
    def config(self) -> dict[str, Any]:
        """The bot's config, valid against its configuration schema; changing it has no effect.

        Example:
            >>> from botyard import input
            >>> input.parse().config.get("symbol", "MSFT")
            'AAPL'
        """
        return self[1]

    def __repr__(self) -> str:
        """Show the bot id; the config may contain secrets and is not shown."""
        return f"Input(bot_id={self.bot_id!r}, config=...)"


if TYPE_CHECKING:

    @overload
    def parse() -> Input: ...
    @overload
    def parse(type: type[T]) -> TypedInput[T]: ...


def parse(type: Any = _json.ABSENT) -> Any:
    """Read the bot's id from BOT_ID and its config from BOT_CONFIG.

    Every call reads both variables again and returns a new copy of the config. An empty variable
    counts as not set. [IN-1, IN-4]

    Args:
        type: What the config is read as: a dataclass, a TypedDict or a pydantic model; by default a
            dict. [IN-6]

    Returns:
        The bot id, which is never empty, and the config; unpacks as `bot_id, config`.

    Raises:
        BotyardError: With the first of these codes that applies [IN-2]:
            `input.missing_bot_id` or `input.missing_bot_config` if the variable is not set;
            `input.invalid_bot_config` if the config is not JSON, with the position in its cause;
            `input.config_not_object` if it is JSON, but no object;
            `input.wrong_type` if it does not fit the type, with the path of the first part.
        TypeError: If JSON cannot be read as the type.

    Example:
        >>> from dataclasses import dataclass
        >>> from botyard import input
        >>> bot_id, config = input.parse()
        >>> bot_id, config
        ('bot-1', {'symbol': 'AAPL'})
        >>> @dataclass
        ... class Config:
        ...     symbol: str
        ...     shares: int = 10
        >>> input.parse(Config).config
        Config(symbol='AAPL', shares=10)
    """
    bot_id = environment.variable("BOT_ID")
    if not bot_id:
        raise _errors.failure("input.missing_bot_id")
    text = environment.variable("BOT_CONFIG")
    if not text:
        raise _errors.failure("input.missing_bot_config")
    try:
        config = _json.decode(text)
    except _json.NotJSONError as error:
        raise _errors.failure("input.invalid_bot_config") from error
    if not isinstance(config, dict):
        raise _errors.failure("input.config_not_object", kind=config)
    return Input((bot_id, config if type is _json.ABSENT else _read_as(config, type)))


def _read_as(config: dict[str, Any], type: Any) -> Any:
    from ._json import misfit, typed  # loads modules that a bot without types does not need

    try:
        return typed.read_as(config, type)
    except misfit.MisfitError as error:
        # Without the cause, which may quote the config. [IN-5]
        raise _errors.failure("input.wrong_type", reason=error.reason(config)) from None
