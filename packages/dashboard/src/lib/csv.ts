/**
 * Returns a line of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front; a number
 * does not, negative ones neither.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
