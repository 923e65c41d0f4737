/** Start and end of a value in a JSON text, in UTF-16 units from 0. */
export type JsonNode = {
  start: number;
  end: number;
  /** Members of an object. */
  members?: Map<string, { keyStart: number; node: JsonNode }>;
  /** Items of an array. */
  items?: JsonNode[];
};

const space = /[ \t\r\n]*/y;
const word = /[^ \t\r\n,\]}]*/y;

/** Finds the positions of all values, and of repeated keys, in a text that is known to be valid JSON and not deep. */
export function scanJsonPlaces(text: string): { root: JsonNode; duplicates: number[] } {
  const duplicates: number[] = [];

  function value(start: number): JsonNode {
    if (text[start] === "{") return object(start);
    if (text[start] === "[") return list(start);
    return { start, end: text[start] === '"' ? endOfText(text, start) : past(word, text, start) };
  }

  function object(start: number): JsonNode {
    const members: JsonNode["members"] = new Map();
    let at = past(space, text, start + 1);
    while (text[at] !== "}") {
      if (text[at] === ",") at = past(space, text, at + 1);
      const keyEnd = endOfText(text, at);
      const key = JSON.parse(text.slice(at, keyEnd)) as string;
      if (members.has(key)) duplicates.push(at);
      const colon = past(space, text, keyEnd);
      const node = value(past(space, text, colon + 1));
      members.set(key, { keyStart: at, node });
      at = past(space, text, node.end);
    }
    return { start, end: at + 1, members };
  }

  function list(start: number): JsonNode {
    const items: JsonNode[] = [];
    let at = past(space, text, start + 1);
    while (text[at] !== "]") {
      if (text[at] === ",") at = past(space, text, at + 1);
      const node = value(at);
      items.push(node);
      at = past(space, text, node.end);
    }
    return { start, end: at + 1, items };
  }

  return { root: value(past(space, text, 0)), duplicates };
}

function past(token: RegExp, text: string, at: number): number {
  token.lastIndex = at;
  token.test(text);
  return token.lastIndex;
}

function endOfText(text: string, start: number): number {
  let at = start + 1;
  for (; text[at] !== '"'; at++) if (text[at] === "\\") at++;
  return at + 1;
}
