import { readJson as readStrictly } from "@botyard/core";
import type { Problem } from "../problems/problem.ts";
import { type JsonNode, scanJsonPlaces } from "./json-places.ts";
import { depthOf, type Path } from "./pointer.ts";
import {
  checkSize,
  documentDepth,
  type JsonRoom,
  type Parsed,
  type Place,
  type SourceDocument,
  tooDeep,
  withoutByteOrderMark,
} from "./source-document.ts";

/**
 * Parses JSON as the contract defines it [JSON-6], which excludes numbers beyond the range of a double. Duplicate keys
 * are problems, because readers may disagree on which one counts. Takes time linear in the length of the text.
 */
export function readJson(source: string, file: string, room: JsonRoom, maxBytes: number): Parsed {
  const text = withoutByteOrderMark(source);
  const tooLarge = checkSize(text, file, room, maxBytes);
  if (tooLarge) return { problems: [tooLarge] };
  let value: unknown;
  try {
    if (depthOf(JSON.parse(text), documentDepth) > documentDepth) return { problems: [tooDeep(file, room)] };
    value = readStrictly(text);
  } catch (error) {
    return { problems: [invalidJson(text, file, room, error as Error)] };
  }
  const placeAt = placesIn(text);
  const { root, duplicates } = scanJsonPlaces(text);
  const problems = duplicates.slice(0, 20).map((offset): Problem => {
    const message = "This key appears twice in one object.";
    const place = placeAt(offset);
    return {
      code: `${room}.duplicate_key`,
      file,
      ...place,
      message,
      next: "Remove one of the two keys.",
      severity: "error",
    };
  });
  return { document: { value, ...finder(root, placeAt, text) }, problems };
}

/** Returns a function that gives the place of an offset. */
function placesIn(text: string): (offset: number) => Place {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    // The last line that starts at or before the offset.
    let low = 0;
    for (let high = starts.length - 1; low < high; ) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}

function finder(
  root: JsonNode,
  placeAt: (offset: number) => Place,
  text: string,
): Omit<SourceDocument, "value"> {
  return {
    placeOf(path) {
      for (let length = path.length; ; length--) {
        const node = follow(root, path.slice(0, length));
        if (node !== undefined) return placeAt(node.start);
      }
    },
    placeOfKey(path) {
      const start = follow(root, path.slice(0, -1))?.members?.get(String(path.at(-1)))?.keyStart;
      return start === undefined ? {} : placeAt(start);
    },
    sourceOf(path) {
      const node = follow(root, path);
      return node === undefined || node.items || node.members ? undefined : text.slice(node.start, node.end);
    },
  };
}

function follow(root: JsonNode, path: Path): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const part of path) {
    node = node?.items ? node.items[Number(part)] : node?.members?.get(String(part))?.node;
  }
  return node;
}

function invalidJson(text: string, file: string, room: JsonRoom, error: Error): Problem {
  const offset = /at position (\d+)/.exec(error.message)?.[1];
  const before = text.slice(0, offset === undefined ? text.length : Number(offset)).split("\n");
  return {
    code: `${room}.invalid_json`,
    file,
    line: before.length,
    column: before.at(-1)!.length + 1,
    message: `Invalid JSON: ${error.message.replace(/(?: in JSON)? at position.*| \(line \d+.*/, "")}.`,
    next: "Correct the text here. JSON has no comments, no trailing commas and no single quotes.",
    severity: "error",
  };
}
