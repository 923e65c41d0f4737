import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from "yaml";
import type { Problem } from "../problems/problem.ts";
import { depthOf, type Path } from "./pointer.ts";
import {
  checkSize,
  documentDepth,
  type Parsed,
  type Place,
  type SourceDocument,
  tooDeep,
  withoutByteOrderMark,
  type YamlRoom,
} from "./source-document.ts";

/** Parses YAML 1.2 with the core schema: no duplicate keys, no custom tags, few aliases, one document. */
export function readYaml(source: string, file: string, room: YamlRoom, maxBytes: number): Parsed {
  const text = withoutByteOrderMark(source);
  const tooLarge = checkSize(text, file, room, maxBytes);
  if (tooLarge) return { problems: [tooLarge] };
  if (opensTooDeep(text)) return { problems: [tooDeep(file, room)] };
  const lines = new LineCounter();
  const problems: Problem[] = [];
  const fail = (message: string, next: string, place: Place) =>
    problems.push({ code: `${room}.invalid_yaml`, file, ...place, message, next, severity: "error" });
  const parsed = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: "core",
    strict: true,
    // The parser compares each key with every other; duplicateKeys takes linear time.
    uniqueKeys: false,
    version: "1.2",
  });
  if (ranOutOfStack(parsed)) return { problems: [tooDeep(file, room)] };
  // The parser's warnings are unknown tags, which are rejected: a tag asks the reader to construct a value.
  for (const issue of [...parsed.errors, ...parsed.warnings].slice(0, 20)) {
    const { line, col } = lines.linePos(issue.pos[0]);
    fail(yamlMessage(issue), yamlAdvice(issue.code), { line, column: col });
  }
  for (const offset of standardTags(parsed).slice(0, 20)) {
    const { line, col } = lines.linePos(offset);
    fail("This value has a tag.", "Remove the tag; quote the value if it is a text.", { line, column: col });
  }
  for (const offset of duplicateKeys(parsed).slice(0, 20)) {
    const { line, col } = lines.linePos(offset);
    fail("This key appears twice in one object.", "Remove one of the two keys.", { line, column: col });
  }
  if (problems.length > 0) return { problems };
  try {
    const value: unknown = parsed.toJS({ maxAliasCount: 100 });
    if (depthOf(value, documentDepth) > documentDepth) return { problems: [tooDeep(file, room)] };
    return { document: { value, ...finder(parsed, lines, text) }, problems };
  } catch (error) {
    fail(
      sentence((error as Error).message),
      "Write the values out instead of using anchors and aliases.",
      {},
    );
    return { problems };
  }
}

function finder(parsed: Document, lines: LineCounter, text: string): Omit<SourceDocument, "value"> {
  const at = (node: unknown): Place => {
    const range = isNode(node) ? node.range : undefined;
    if (!range) return {};
    const { line, col } = lines.linePos(range[0]);
    return { line, column: col };
  };
  return {
    placeOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const place = at(follow(parsed.contents, path.slice(0, length)));
        if (place.line !== undefined) return place;
      }
      return { line: 1, column: 1 };
    },
    placeOfKey(path) {
      const pair = pairIn(follow(parsed.contents, path.slice(0, -1)), path.at(-1)!);
      return at(pair?.key);
    },
    sourceOf(path) {
      const node = follow(parsed.contents, path);
      if (!isScalar(node) || !node.range) return undefined;
      return text.slice(node.range[0], node.range[1]);
    },
  };
}

function follow(from: unknown, path: Path): Node | undefined {
  let node: unknown = from;
  for (const part of path) {
    if (isSeq(node)) node = node.items[Number(part)];
    else node = pairIn(node, part)?.value;
  }
  return isNode(node) ? node : undefined;
}

function pairIn(node: unknown, key: string | number): Pair | undefined {
  if (!isMap(node)) return undefined;
  return node.items.find((pair) => String(isScalar(pair.key) ? pair.key.value : pair.key) === String(key));
}

/** Detects nesting so deep that it is an attack: the parser would be slow to fail on it. */
function opensTooDeep(text: string): boolean {
  let open = 0;
  for (const bracket of text.match(/[[\]{}]/g) ?? []) {
    open += bracket === "[" || bracket === "{" ? 1 : -1;
    if (open > 500) return true;
  }
  return /(?:[-?:] ){500}/.test(text);
}

/** Returns the offsets of values with a tag that YAML itself defines, such as `!!str`; other tags are warnings. */
function standardTags(parsed: Document): number[] {
  const found: number[] = [];
  visit(parsed, {
    Node(_key, node) {
      if (node.tag !== undefined) found.push(node.range?.[0] ?? 0);
    },
  });
  return found;
}

/** Returns the offsets of repeated keys. `1` and `"1"` are the same key. */
function duplicateKeys(parsed: Document): number[] {
  const offsets: number[] = [];
  visit(parsed, {
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name) && key.range) offsets.push(key.range[0]);
        seen.add(name);
      }
    },
  });
  return offsets;
}

/** The YAML parser recurses, and reports a stack overflow as an error of each level. */
function ranOutOfStack(parsed: Document): boolean {
  return parsed.errors.some((issue) => issue.message.includes("call stack"));
}

/** The parser's sentence about several documents names a function of the parser. */
const yamlMessage = ({ code, message }: { code: string; message: string }): string =>
  code === "MULTIPLE_DOCS" ? "A second document begins here; a file has only one." : sentence(message);

function yamlAdvice(code: string): string {
  if (code === "TAG_RESOLVE_FAILED") return "Remove the tag: YAML tags are not supported.";
  if (code === "MULTIPLE_DOCS") return "Remove it, or move it to a file of its own.";
  return "Correct the YAML here.";
}

function sentence(message: string): string {
  const first = message.split("\n", 1)[0]!.trim();
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
