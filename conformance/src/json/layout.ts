import { type Json, Num } from "./value.ts";
import { write } from "./write.ts";

const width = 110;

/** Formats JSON that is also YAML, and breaks it into lines where it is too wide. */
export function layout(value: Json, indent = ""): string {
  const flat = flow(value);
  if (
    indent.length + flat.length <= width ||
    typeof value !== "object" ||
    value === null ||
    value instanceof Num
  ) {
    return flat;
  }
  const deeper = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => layout(item, deeper))
    : [...value].map(([key, item]) => `${flow(key)}: ${layout(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${items.map((item) => deeper + item).join(",\n")}\n${indent}${close}`;
}

function flow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value instanceof Map)
    return `{${[...value].map(([key, item]) => `${flow(key)}: ${flow(item)}`).join(", ")}}`;
  // YAML does not allow these characters unescaped.
  return write(value).replace(/[\u007f-\u00a0\u2028\u2029\ufeff\ufff0-\uffff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
