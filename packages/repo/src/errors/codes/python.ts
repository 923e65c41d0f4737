import { nameOf } from "../names.ts";
import { origin, type Row } from "../row.ts";

/** Returns the names of the codes in Python. Texts have neither backslashes nor triple quotes, so that they stay as they are. */
export function pythonCodes(rows: Row[]): string {
  const literals = rows.map(({ code }) => `        ${JSON.stringify(code)},\n`);
  const constants = rows.map(
    ({ code, message, next }) =>
      `${nameOf(code, "upper")}: Final = ${JSON.stringify(code)}\n"""\`${message}\`\n\n${next}\n"""\n`,
  );
  return `# ${origin}
"""The codes of errors, one constant each, and the type of them all. [ERR-1]

A type checker knows the codes: it refuses the comparison of \`error.code\` with any other text.
Below each constant stand the message, with its placeholders in braces, and the advice.

>>> from botyard import BotyardError, codes, state
>>> try:
...     state.set("closes", "9" * 2_000_000)
... except BotyardError as error:
...     if error.code != codes.STATE_VALUE_TOO_LARGE:
...         raise
...     state.set("closes", [])
>>> state.get("closes")
[]
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Literal

    ErrorCode = Literal[
${literals.join("")}    ]
    """Any code of this module."""
else:

    def __getattr__(name: str) -> object:
        """Make \`ErrorCode\` when it is asked for: \`typing\` would slow down every start."""
        if name != "ErrorCode":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from typing import Literal

        from ._errors_gen import TABLE

        return Literal[tuple(TABLE)]


${constants.join("\n")}`;
}
