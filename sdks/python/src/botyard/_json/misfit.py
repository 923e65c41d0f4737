"""What is said of a value that does not fit its type. [JSON-20]"""

from __future__ import annotations

from .write import encode, kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Path = tuple[str | int, ...]

MISSING = object()
"""The value of what is missing."""
_LONGEST_KEY = 100
_SHORTEST_SECRET = 3


class MisfitError(Exception):
    """The first part of a value that does not fit its type. [JSON-20]"""

    def __init__(self, path: Path, expected: str, found: Any, words: str = "") -> None:
        """Make an error from the place, what is expected there, and what is found.

        `words` is what a type of the bot says about the value itself.
        """
        super().__init__(path, expected)
        self.path = path
        self.expected = expected
        self.found = found
        self.words = words

    @property
    def place(self) -> str:
        """The path, as in `legs[0].size`; empty for the value as a whole."""
        text = ""
        for key in self.path:
            if isinstance(key, int):
                text += f"[{key}]"
            elif key.isidentifier():
                text += f".{key}"
            else:
                text += f"[{encode(key[:_LONGEST_KEY]).decode()}]"
        return text.removeprefix(".")

    def reason(self, secret: Any = None) -> str:
        """Say what does not fit.

        Args:
            secret: What must not be quoted: words of the bot's types are left out if any part of it
                occurs in them. [IN-5]
        """
        place = self.place or "it"
        if self.found is MISSING:
            return f"{place} is missing"
        if self.expected:
            return f"{place} must be {self.expected}, got {kind(self.found)}"
        words = self.words.strip()
        if words == "" or any(text in words.casefold() for text in _texts_in(secret)):
            return f"{place} does not fit"
        return f"{place} does not fit: {words}"


def _texts_in(value: Any) -> set[str]:
    """Return all that a message might quote of a value, in lower case."""
    if isinstance(value, dict):
        return set().union(*map(_texts_in, value), *map(_texts_in, value.values()))
    if isinstance(value, list):
        return set().union(*map(_texts_in, value))
    text = str(value).strip().casefold()
    forms = {text, repr(text)[1:-1], encode(text).decode()[1:-1]}
    return {form for form in forms if len(form) >= _SHORTEST_SECRET} - {"none", "true", "false"}
