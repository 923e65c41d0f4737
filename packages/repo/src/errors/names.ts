/**
 * Returns the name of a code's constant, such as `StateReadOnly` (pascal), `state_read_only` (snake) or
 * `STATE_READ_ONLY` (upper) for `state.read_only`.
 */
export function nameOf(code: string, style: "pascal" | "snake" | "upper"): string {
  const words = code.split(/[._]/);
  if (style === "pascal") return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const name = words.join("_");
  return style === "upper" ? name.toUpperCase() : name;
}
