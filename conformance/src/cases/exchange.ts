import { Num, write } from "../json/index.ts";
import type { Answer, Exchange, Request } from "../model.ts";
import { answer, exchanges, rawAnswer } from "./case-form.ts";
import { describe, Fields, textOf } from "./fields.ts";
import { keysOf } from "./form.ts";
import { readMatcher } from "./matcher.ts";
import { suggestion } from "./nearest.ts";
import { checkBase64, checkPath } from "./path.ts";
import { signals } from "./vocabulary.ts";
import { type Node, toJson } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

/** Reads the exchanges with a served bot. */
export function readExchanges(source: Source, nodes: Node[]): Exchange[] {
  const waiting = new Map<string, number>();
  const read = nodes.flatMap((node) => readExchange(source, node, waiting) ?? []);
  for (const [name, at] of waiting) {
    source.problem(
      at,
      `no later exchange expects the answer of ${name}; add {answer_of: ${name}, expect: …}`,
    );
  }
  return read;
}

function readExchange(source: Source, node: Node, waiting: Map<string, number>): Exchange | undefined {
  if (node.kind !== "map") {
    source.problem(node, `an exchange must be an object, not ${describe(node)}`);
    return undefined;
  }
  const [kind, other] = [...node.entries.keys()].filter((key) => Object.hasOwn(exchanges, key));
  if (kind === undefined) {
    const [key] = node.entries.keys();
    const hint = `there is no exchange ${key}: ${suggestion(key ?? "", Object.keys(exchanges))}`;
    source.problem(node, key === undefined ? "an exchange needs a key such as get or raw" : hint);
    return undefined;
  }
  if (other) source.problem(node.entries.get(other)!.at, `one exchange cannot be both ${kind} and ${other}`);
  const known = [...keysOf(exchanges[kind]!), ...(other ? [other] : [])];
  const fields = Fields.of(source, node, `the exchange ${kind}`, known)!;
  const name = fields.text(kind) ?? "";
  switch (kind) {
    case "answer_of":
      if (!waiting.delete(name)) fields.problem(kind, `no earlier request has later: ${name}`);
      return { do: "answer-of", name, expect: readAnswer(source, fields.required("expect")) };
    case "raw":
      return readRaw(fields, name);
    case "connect":
    case "close":
    case "refused":
      return { do: kind, connection: name };
    case "touch":
    case "wait_for":
      checkPath(source, fields.placeOf(kind), name);
      return { do: kind === "touch" ? "touch" : "wait-for", file: name };
    case "wait_for_line":
      return { do: "wait-for-line", text: name };
    case "signal":
      checkSignal(source, fields.placeOf(kind), name);
      return { do: "signal", send: name };
    default:
      return readAsk(fields, kind, waiting);
  }
}

/** Adds a problem unless it is the name of a signal without `SIG`. */
export function checkSignal(source: Source, at: number, name: string): void {
  if (!signals.includes(name)) source.problem(at, `there is no signal ${name}: ${suggestion(name, signals)}`);
}

function readAsk(fields: Fields, kind: string, waiting: Map<string, number>): Exchange {
  const later = fields.text("later") ?? null;
  if (later !== null) {
    if (fields.has("expect"))
      fields.problem(
        "expect",
        `a request with later has no expect; expect its answer with answer_of: ${later}`,
      );
    if (waiting.has(later)) fields.problem("later", `another request already has later: ${later}`);
    waiting.set(later, fields.placeOf("later"));
  }
  const method = kind === "method" ? (fields.text("method") ?? "") : kind.toUpperCase();
  const target = (kind === "method" ? fields.requiredText("target") : fields.text(kind)) ?? "";
  const headers = fields.entries("headers").flatMap(([name, { value }]) => {
    const text = textOf(fields.source, value, `the header ${name}`);
    return text === undefined ? [] : [[name, text] as const];
  });
  if (fields.has("json") && !headers.some(([name]) => name.toLowerCase() === "content-type")) {
    headers.push(["Content-Type", "application/json"]);
  }
  const request: Request = {
    method,
    target,
    headers: Object.fromEntries(headers),
    body: readBody(fields),
    connection: fields.text("connection") ?? "main",
  };
  const expect = later === null ? readAnswer(fields.source, fields.required("expect")) : null;
  return { do: "ask", request, later, expect };
}

function readBody(fields: Fields): Request["body"] {
  const [first, second] = ["json", "body", "bytes", "chunks"].filter((key) => fields.has(key));
  if (second) fields.problem(second, `a request has one body, not both ${first} and ${second}`);
  if (first === "json") return { text: write(toJson(fields.get("json")!)) };
  if (first === "body") return { text: fields.text("body") ?? "" };
  if (first === "chunks") return { chunks: fields.texts("chunks").map(({ text }) => text) };
  if (first !== "bytes") return null;
  const bytes = fields.text("bytes") ?? "";
  checkBase64(fields.source, fields.placeOf("bytes"), bytes);
  return { bytes };
}

function readRaw(fields: Fields, connection: string): Exchange {
  fields.required("send");
  const send = fields.texts("send").map(({ text, at }) => {
    const wide = [...text].find((char) => char > "\u00ff");
    if (wide)
      fields.source.problem(
        at,
        `${JSON.stringify(wide)} is not a single byte; write its UTF-8 bytes as \\x..`,
      );
    return text;
  });
  const node = fields.required("expect");
  const expect = node && Fields.of(fields.source, node, "expect of raw bytes", keysOf(rawAnswer));
  const closed = expect?.get("closed");
  const endsWith = expect?.get("ends_with");
  if (closed && (closed.kind !== "scalar" || typeof closed.value !== "boolean")) {
    fields.source.problem(closed, `closed must be true or false, not ${describe(closed)}`);
  }
  return {
    do: "raw",
    connection,
    send,
    expect: {
      answers: (expect?.list("answers") ?? []).map((one) => readAnswer(fields.source, one)),
      closed: closed?.kind === "scalar" && typeof closed.value === "boolean" ? closed.value : null,
      endsWith: endsWith ? readMatcher(fields.source, endsWith) : null,
    },
  };
}

function readAnswer(source: Source, node: Node | undefined): Answer {
  const fields = node && Fields.of(source, node, "an expected answer", keysOf(answer));
  const status = fields?.get("status");
  const body = fields?.required("body");
  const headers = (fields?.entries("headers") ?? []).map(
    ([name, { value }]) => [name, readMatcher(source, value)] as const,
  );
  return {
    status: status ? readMatcher(source, status) : new Num("200"),
    body: body ? readMatcher(source, body) : null,
    headers: Object.fromEntries(headers),
    ...(fields?.flag("may_refuse") ? { mayRefuse: true as const } : {}),
  };
}
