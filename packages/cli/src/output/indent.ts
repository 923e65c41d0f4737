/**
 * JSON text laid out for reading without being parsed: every number, string and key keeps the characters it came
 * with, so that 12345678901234567890 is still itself.
 */
export function indentJson(text: string): string {
  let depth = 0;
  let out = "";
  let previous = "";
  const newLine = () => `\n${"  ".repeat(depth)}`;
  for (const token of text.match(tokens) ?? []) {
    const opened = previous === "{" || previous === "[";
    if (token === "}" || token === "]") {
      depth = Math.max(0, depth - 1);
      if (!opened) out += newLine();
    } else if (opened || previous === ",") out += newLine();
    out += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth += 1;
    previous = token;
  }
  return out;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
