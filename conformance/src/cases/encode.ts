import { fromPlain, isObject, Num, read, write } from "../json/index.ts";
import type { Case } from "../model.ts";

/** Encodes a case as a line of the lock file: compact JSON, with numbers and key order as the author wrote them. */
export function encodeCase(one: Case): string {
  return write(fromPlain(one));
}

/** Decodes a line of `encodeCase`; encoding the result gives the same line. */
export function decodeCase(line: string): Case {
  return caseOf(readLine(line)) as Case;
}

const number = /[[,:](-?\d[^,\]}]*)/g;
/** Any number but an integer of at most fifteen digits. Most lines have none and need no further check. */
const unusual = /[[,:](?:-0|-?\d(?!\d{0,14}[,\]}]))/;
const numberKey = /"\d+":/;

/**
 * Uses `JSON.parse`, ten times as fast as `read`, unless it would change the text of a number or the order of keys.
 */
function readLine(line: string): unknown {
  if (numberKey.test(line)) return read(line);
  const isLossy =
    unusual.test(line) && [...line.matchAll(number)].some(([, text]) => String(Number(text)) !== text);
  return isLossy ? read(line) : JSON.parse(line);
}

/*
 * Lines come from a `Case`, so their shape is known. The decoders only say which values become plain objects and which
 * stay `Json`: arguments and matchers. A decoder accepts the output of either parser.
 */

type Decoder = (value: unknown) => unknown;

const entriesOf = (value: object): [string, unknown][] =>
  value instanceof Map ? [...value] : Object.entries(value);

const asJson: Decoder = (value) => {
  if (typeof value === "number") return new Num(String(value));
  if (typeof value !== "object" || value === null || value instanceof Num || value instanceof Map)
    return value;
  return Array.isArray(value)
    ? value.map(asJson)
    : new Map(Object.entries(value).map(([key, inner]) => [key, asJson(inner)]));
};
const asNumber: Decoder = (value) => Number(String(value));
const asPlain: Decoder = (value) => {
  if (Array.isArray(value)) return value.map(asPlain);
  return isObject(value as null) ? recordOf(asPlain)(value) : value;
};
const listOf =
  (item: Decoder): Decoder =>
  (value) =>
    (value as unknown[]).map(item);
/** An object with any keys. */
const recordOf =
  (item: Decoder): Decoder =>
  (value) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(entriesOf(value).map(([key, inner]) => [key, item(inner)]))
      : value;
/** An object with known fields; fields without a decoder become plain data. */
const fields =
  (decoders: Record<string, Decoder>): Decoder =>
  (value) => {
    if (typeof value !== "object" || value === null) return value;
    const object = value instanceof Map ? (Object.fromEntries(value) as object) : value;
    for (const [key, inner] of Object.entries(object)) {
      Reflect.set(object, key, (decoders[key] ?? asPlain)(inner));
    }
    return object;
  };

const opsOf: Decoder = (value) => listOf(opOf)(value);
const opOf = fields({
  args: asJson,
  lists: listOf(fields({ at: asNumber, ops: opsOf })),
  outcome: recordOf(asJson),
});
const answerOf = fields({ status: asJson, body: asJson, headers: recordOf(asJson) });
const askOf = fields({ expect: answerOf });
const rawOf = fields({ expect: fields({ answers: listOf(answerOf), endsWith: asJson }) });
const exchangeOf: Decoder = (value) => {
  const [, kind] = entriesOf(value as object).find(([key]) => key === "do")!;
  return (kind === "raw" ? rawOf : askOf)(value);
};
const expectOf = fields({
  exit: recordOf(asJson),
  ...{ metrics: asJson, logs: asJson, failures: asJson, stdout: asJson, stderr: asJson },
  ...{ result: recordOf(asJson), state: recordOf(asJson), files: recordOf(recordOf(asJson)) },
});
const stepOf = fields({ ops: opsOf, requests: listOf(exchangeOf), expect: expectOf });
const caseOf = fields({ line: asNumber, steps: listOf(stepOf) });
