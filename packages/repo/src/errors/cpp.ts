import { origin, type Row } from "./row.ts";

/** Returns the error table of the C++ SDK. Rows have no control characters, so JSON's `\"` and `\\` are all escapes. */
export function cpp(rows: Row[]): string {
  const entries = rows.map(
    ({ code, message, next }) =>
      `    {${JSON.stringify(code)},\n     ${JSON.stringify(message)},\n     ${JSON.stringify(next)}},\n`,
  );
  return `// ${origin}

#pragma once

#include <string_view>

namespace botyard {

struct error_entry {
    std::string_view code;
    std::string_view message;
    std::string_view next;
};

/// The contract's error table: the message template and the advice of each code [ERR-1, ERR-2, ERR-3].
// clang-format off
inline constexpr error_entry error_table[] = {
${entries.join("")}};
// clang-format on

}  // namespace botyard
`;
}
