"""The input room: who this bot is and how it is configured."""

from __future__ import annotations

from . import _errors, _json, _process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Input(tuple[str, "dict[str, Any]"]):
    """What a bot is given: unpack it as `(bot_id, config)`, or use the names."""

    __slots__ = ()
    __match_args__ = ("bot_id", "config")

    @property
    def bot_id(self) -> str:
        """The identifier that the platform gave to this bot."""
        return self[0]

    @property
    def config(self) -> dict[str, Any]:
        """The bot's own settings, as its schema describes them."""
        return self[1]

    def __repr__(self) -> str:
        """Name the bot; its settings may hold secrets and stay out."""
        return f"Input(bot_id={self.bot_id!r}, config=...)"


def parse() -> Input:
    """Read the bot's id from BOT_ID and its settings from BOT_CONFIG.

    May be called again: every call reads anew and gives a config of its own. [IN-1, IN-4]

    Returns:
        The bot id (never empty) and the config object; unpacks as `bot_id, config`.

    Raises:
        BotyardError: `input.missing_bot_id`, `input.missing_bot_config`,
            `input.invalid_bot_config` (the cause says where), `input.config_not_object`;
            checked in this order. [IN-2]
    """
    bot_id = _process.environment("BOT_ID")
    if not bot_id:
        raise _errors.failure("input.missing_bot_id")
    text = _process.environment("BOT_CONFIG")
    if not text:
        raise _errors.failure("input.missing_bot_config")
    try:
        config = _json.decode(text)
    except _json.NotJSONError as error:
        raise _errors.failure("input.invalid_bot_config") from error
    if not isinstance(config, dict):
        raise _errors.failure("input.config_not_object", kind=config)
    return Input((bot_id, config))
