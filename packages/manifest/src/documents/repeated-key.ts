import { pointerOf } from "./pointer.ts";

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs;

/**
 * Returns the first key that appears twice in one object of a valid JSON text. Parsers keep either value, so that a
 * reader in between could see another one.
 */
export function repeatedKey(text: string): { key: string; pointer: string } | undefined {
  const open: { keys?: Set<string>; at: string | number }[] = [];
  let isKey = false;
  for (const [found] of text.matchAll(token)) {
    const inner = open.at(-1);
    if (found === "{") open.push({ keys: new Set(), at: "" });
    else if (found === "[") open.push({ at: 0 });
    else if (found === "}" || found === "]") open.pop();
    else if (found === "," && typeof inner?.at === "number") inner.at++;
    else if (isKey && inner?.keys && found !== ",") {
      const key = JSON.parse(found) as string;
      inner.at = key;
      if (inner.keys.has(key)) return { key, pointer: pointerOf(open.map(({ at }) => at)) };
      inner.keys.add(key);
    }
    isKey = found === "{" || found === ",";
  }
  return undefined;
}
