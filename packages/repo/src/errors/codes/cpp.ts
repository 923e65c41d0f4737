import { nameOf } from "../names.ts";
import { origin, type Row } from "../row.ts";

/** Returns the header with the names of the codes. */
export function cppCodes(rows: Row[]): string {
  const constants = rows.map(
    ({ code, message, next }) =>
      `/// \`${message}\`\n///\n/// ${next}\ninline constexpr std::string_view ${nameOf(code, "snake")} = ${JSON.stringify(code)};\n`,
  );
  return `// ${origin}

#pragma once

/// \\file
/// The codes of errors, one constant each.

#include <string_view>

// clang-format off

/// The codes of the contract's error table [ERR-1]. The comment of each one has the message, with its placeholders in
/// braces, and the advice.
///
/// \\code
/// try {
///     botyard::state::set("closes", std::string(2'000'000, '9'));
/// } catch (const botyard::exception& failure) {
///     if (failure.code() != botyard::codes::state_value_too_large) throw;
/// }
/// \\endcode
namespace botyard::codes {

${constants.join("\n")}
}  // namespace botyard::codes

// clang-format on
`;
}
