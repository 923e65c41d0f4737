import { nameOf } from "./names.ts";
import { origin, type Row } from "./row.ts";

/**
 * Returns the error table of the Haskell SDK: a type with a constructor for each code, and their texts. Rows have no
 * control characters, so JSON's `\"` and `\` are all escapes.
 */
export function haskell(rows: Row[]): string {
  const constructors = rows.map(
    ({ code }, at) => `  ${at === 0 ? "=" : "|"} ${nameOf(code, "pascal")} -- ^ @${code}@\n`,
  );
  const names = rows.map(({ code }) => `  ${nameOf(code, "pascal")} -> ${JSON.stringify(code)}\n`);
  const entries = rows.map(
    ({ code, message, next }) =>
      `  ${nameOf(code, "pascal")} ->\n    ( ${JSON.stringify(message)}\n    , ${JSON.stringify(next)}\n    )\n`,
  );
  return `-- ${origin}

-- | The contract's error table. [ERR-1, ERR-2, ERR-3]
module Botyard.Errors.Table
  ( ErrorCode (..)
  , codeName
  , entry
  ) where

import Data.Text (Text)

-- | The code of an error, which tells programs what failed. Each constructor is named after its code.
--
-- > Left refused <- try @BotyardError (State.delete "")
-- > print (Errors.code refused == Errors.StateInvalidKey) -- True
-- > print (length [minBound .. maxBound :: Errors.ErrorCode]) -- ${rows.length}
data ErrorCode
${constructors.join("")}  deriving stock (Bounded, Enum, Eq, Ord, Show)

-- | The code as the contract writes it, such as @state.read_only@.
--
-- > print (Errors.codeName Errors.StateReadOnly) -- "state.read_only"
codeName :: ErrorCode -> Text
codeName = \\case
${names.join("")}
-- | The template of the message, and the advice.
entry :: ErrorCode -> (Text, Text)
entry = \\case
${entries.join("")}`;
}
