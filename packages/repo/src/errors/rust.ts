import { nameOf } from "./names.ts";
import { origin, type Row } from "./row.ts";

/**
 * Returns the error table of the Rust SDK: an enum with a variant for each code, and their texts in the same order. Rows
 * have no control characters, so JSON's `\"` and `\\` are all escapes.
 */
export function rust(rows: Row[]): string {
  const variants = rows.map(
    ({ code, message }) => `    /// \`${code}\`: \`${message}\`\n    ${nameOf(code, "pascal")},\n`,
  );
  const entries = rows.map(
    ({ code, message, next }) =>
      `    Entry {\n        code: ErrorCode::${nameOf(code, "pascal")},\n        name: ${JSON.stringify(code)},\n        message: ${JSON.stringify(message)},\n        next: ${JSON.stringify(next)},\n    },\n`,
  );
  return `// ${origin}

//! The contract's error table: the code, the message template and the advice of each error [ERR-1, ERR-2, ERR-3].

use super::Entry;

/// What failed, for programs. There is a variant for each code of the contract, described by the template of its
/// message.
///
/// A code is equal to its text and is written as its text, by \`Display\` and as JSON. Matches need a last arm \`_\`,
/// because later versions may have more codes.
///
/// \`\`\`
/// # use botyard_core as botyard;
/// use botyard::ErrorCode;
///
/// fn is_worth_another_try(code: ErrorCode) -> bool {
///     match code {
///         ErrorCode::StateReadFailed | ErrorCode::StateWriteFailed => true,
///         _ => false,
///     }
/// }
///
/// assert!(is_worth_another_try(ErrorCode::StateWriteFailed));
/// assert_eq!(ErrorCode::StateWriteFailed, "state.write_failed");
/// \`\`\`
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
${variants.join("")}}

/// The entry of each code, in the order of the variants.
pub(super) const TABLE: [Entry; ${rows.length}] = [
${entries.join("")}];
`;
}
