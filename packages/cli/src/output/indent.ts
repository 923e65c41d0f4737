/**
 * Indents JSON text without parsing it, so that every number, string and key keeps its characters: 12345678901234567890
 * is not rounded.
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
