/** Maximum width of help texts, in columns. */
export const helpWidth = 80;

/** Wraps text at `width` columns and indents each line by `indent` spaces. */
export function wrap(text: string, indent = 0, width = helpWidth): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== "" && indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((each) => " ".repeat(indent) + each).join("\n");
}

/** Formats two columns: names, and their meanings, wrapped within the second column. */
export function columns(rows: readonly (readonly [string, string])[], indent = 2): string {
  const room = Math.min(30, Math.max(...rows.map(([name]) => name.length))) + 2;
  return rows
    .map(([name, meaning]) => {
      const text = wrap(meaning, indent + room);
      if (name.length + 2 > room) return `${" ".repeat(indent)}${name}\n${text}`;
      return `${" ".repeat(indent)}${name.padEnd(room)}${text.trimStart()}`;
    })
    .join("\n");
}
