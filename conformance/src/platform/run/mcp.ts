import { isObject, type Json, type JsonObject, Num, read, write } from "../../json/index.ts";
import type { Failure } from "../../model.ts";
import { bodyOf, compare, headersOf } from "../judge/answer.ts";
import type { ExpectedCall, Opening, ToolCall } from "../model.ts";
import type { CaseRun } from "./case-run.ts";
import type { Incoming } from "./http.ts";
import { valueAt } from "./names.ts";

let lastId = 0;

/** Makes one call of the tool server and judges the answer. */
export async function runCall(run: CaseRun, written: ToolCall, at: string): Promise<Failure[]> {
  const deadline = run.deadline(written.within);
  for (;;) {
    const failures = await callOnce(run, written, at);
    if (failures.length === 0 || performance.now() >= deadline) return failures;
    await run.pause();
  }
}

async function callOnce(run: CaseRun, written: ToolCall, at: string): Promise<Failure[]> {
  if (written.key !== null) await run.useKey(written.key);
  const { call, expect, opening } = run.names.fill(written);
  const method = "tool" in call ? "tools/call" : call.method;
  const name = "tool" in call ? call.tool : null;
  const place = `${at} ${name ?? method}`;
  const id = ++lastId;
  const params: Json =
    "tool" in call
      ? new Map<string, Json>([
          ["name", call.tool],
          ["arguments", call.arguments],
        ])
      : call.params;
  const message = new Map<string, Json>([
    ["jsonrpc", "2.0"],
    ["id", new Num(String(id))],
    ["method", method],
    ...(withMeta(opening, params) === null ? [] : [["params", withMeta(opening, params)!] as const]),
  ]);
  const key = written.key === null ? {} : { "x-api-key": run.names.text(`key.${written.key}`)! };
  const got = await run.send(
    {
      method: "POST",
      url: `${run.open.baseUrl}/mcp`,
      headers: { "content-type": "application/json", ...key, ...openingHeaders(opening, method, name) },
      body: Buffer.from(write(message)),
    },
    null,
  );
  const failures = judgeCall(place, expect, got, id);
  if (failures.length > 0) return failures;
  if (written.as !== null) run.kept.set(written.as, got);
  return keep(run, written, got, place);
}

const revision: Record<Opening, string | null> = { bare: null, legacy: "2025-11-25", modern: "2026-07-28" };
const meta = "io.modelcontextprotocol/";

function openingHeaders(opening: Opening, method: string, name: string | null): Record<string, string> {
  if (opening === "bare") return {};
  return {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revision[opening]!,
    ...(opening === "modern" ? { "mcp-method": method, ...(name === null ? {} : { "mcp-name": name }) } : {}),
  };
}

function withMeta(opening: Opening, params: Json): Json {
  if (opening !== "modern") return params;
  const about = new Map<string, Json>([
    [`${meta}protocolVersion`, revision.modern],
    [`${meta}clientCapabilities`, new Map()],
    [
      `${meta}clientInfo`,
      new Map([
        ["name", "conformance"],
        ["version", "1"],
      ]),
    ],
  ]);
  return new Map<string, Json>([...(isObject(params) ? params : new Map<string, Json>()), ["_meta", about]]);
}

function judgeCall(at: string, expect: ExpectedCall, got: Incoming, id: number): Failure[] {
  const fail = (place: string, text: string): Failure[] => [{ verdict: "fail", at: `${at}${place}`, text }];
  if (got.problem !== null) return fail("", got.problem);
  const body = bodyOf(got);
  if (!/^application\/json(;|$)/.test(got.headers["content-type"] ?? ""))
    return fail(" content-type", `expected application/json, got ${got.headers["content-type"]}`);
  if ("problem" in body || !isObject(body.json))
    return fail(" body", `expected one JSON-RPC response, got ${got.body.toString().slice(0, 300)}`);
  const response = body.json;
  const failures = [
    ...compare(`${at} jsonrpc`, "2.0", response.get("jsonrpc") ?? null),
    ...compare(`${at} id`, new Num(String(id)), response.get("id") ?? null),
    ...outcomeOf(at, expect, response),
    ...compare(`${at} status`, expect.status, new Num(String(got.status))),
    ...headersOf(at, expect.headers, got),
  ];
  if (response.has("result") === response.has("error"))
    failures.push(...fail("", "expected either result or error"));
  if (expect.bytes !== null && got.body.length > expect.bytes)
    failures.push(...fail(" size", `expected at most ${expect.bytes} bytes, got ${got.body.length}`));
  return failures;
}

function outcomeOf(at: string, { outcome }: ExpectedCall, response: JsonObject): Failure[] {
  const { kind } = outcome;
  if (kind === "error") {
    const error = new Map<string, Json>([
      ["code", outcome.code],
      ["message", outcome.message],
      ...(outcome.data === null ? [] : [["data", outcome.data] as const]),
    ]);
    return compare(`${at} error`, new Map([["$has", error]]), response.get("error") ?? null);
  }
  const result = response.get("result") ?? null;
  if (kind === "result") return compare(`${at} result`, outcome.result, result);
  if (!isObject(result)) return compare(`${at} result`, new Map([["$type", "object"]]), result);
  return kind === "value" ? answeredValue(at, outcome.value, result) : toolErrorOf(at, outcome, result);
}

/** The value of a tool is its structured content, and the same as compact JSON in the first text. */
function answeredValue(at: string, want: Json, result: JsonObject): Failure[] {
  const value = result.get("structuredContent") ?? null;
  const text = textsOf(result)[0];
  const failures = [
    ...compare(`${at} isError`, new Map([["$one_of", [null, false]]]), result.get("isError") ?? null),
    ...compare(`${at} value`, want, value),
  ];
  if (text === undefined)
    return [...failures, { verdict: "fail", at: `${at} content`, text: "expected a text" }];
  try {
    return [...failures, ...compare(`${at} content text`, new Map([["$literal", value]]), read(text))];
  } catch {
    return [...failures, { verdict: "fail", at: `${at} content text`, text: "expected the value as JSON" }];
  }
}

function toolErrorOf(
  at: string,
  { message, advice }: Extract<ExpectedCall["outcome"], { kind: "tool-error" }>,
  result: JsonObject,
): Failure[] {
  const [said = null, next = null] = textsOf(result);
  return [
    ...compare(`${at} isError`, true, result.get("isError") ?? null),
    ...compare(`${at} message`, message, said),
    ...(advice === null ? [] : compare(`${at} advice`, advice, next)),
    // Earlier clients validate it against the tool's output schema even if the call failed.
    ...(result.has("structuredContent")
      ? [{ verdict: "fail" as const, at: `${at} structuredContent`, text: "expected none with an error" }]
      : []),
  ];
}

function textsOf(result: JsonObject): string[] {
  const content = result.get("content");
  if (!Array.isArray(content)) return [];
  return content.flatMap((item) => {
    const text = isObject(item) && item.get("type") === "text" ? item.get("text") : undefined;
    return typeof text === "string" ? [text] : [];
  });
}

function keep(run: CaseRun, { keep: kept }: ToolCall, got: Incoming, at: string): Failure[] {
  const body = bodyOf(got);
  const result = "problem" in body ? undefined : valueAt(body.json, ["result"]);
  return Object.entries(kept).flatMap(([name, path]) => {
    const [word, ...rest] = path.split(".");
    const from = word === "value" ? ["structuredContent", ...rest] : rest;
    const value = word === "header" ? got.headers[rest.join(".")] : valueAt(result, from);
    if (value === undefined)
      return [{ verdict: "fail", at: `${at} keep ${name}`, text: `there is no ${path}` }];
    run.names.set(name, value);
    return [];
  });
}
