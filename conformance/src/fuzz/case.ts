import { type Json, Num } from "../json/index.ts";
import type { Case, Exchange, Expect, Matcher, Op, Outcome, Step } from "../model.ts";
import { answerOf } from "./answer.ts";
import { Bot, isDocument } from "./model.ts";
import type { Ask, Call, Document, Script } from "./script.ts";

/**
 * Returns a case whose expectations are what the model computes for the script.
 *
 * @param name last part of the case's id: lower-case letters, digits and hyphens
 * @throws {InvalidScript} if the script uses a value that is not kept
 */
export function caseOf(script: Script, name: string): Case {
  const given = new Map(
    script.items.flatMap((item) => (item.do === "given" ? [[item.name, item.document]] : [])),
  );
  const bot = new Bot(script, given);
  const step = { run: runStep, query: queryStep, serve: serveStep }[script.kind](script, bot);
  const ops = [...new Set(script.items.flatMap((item) => (item.do === "call" ? [item.op] : [])))];
  const area = areaOf(script, ops.at(-1));
  const id = `${area}.fuzz-${name}`;
  return {
    ...{ id, template: id, area },
    title: `Fuzzing found a difference in ${ops.slice(0, 5).join(", ") || `a ${script.kind} without calls`}`,
    clauses: [...new Set(ops.length > 0 ? ops.map(clauseOf) : [script.kind === "run" ? "RES-11" : "Q-7"])],
    needs: [...bot.needs].sort(),
    pairs: false,
    steps: [{ ...step, files: filesOf(given) }],
    ...{ tolerates: [], file: `${area}/fuzz-${name}.yaml`, line: 1 },
  };
}

function runStep(script: Script, bot: Bot): Step {
  const { calls } = groupsOf(script)[0]!;
  const { outcomes } = bot.perform(calls, null);
  const stored = [...bot.files].map(([file, now]): [string, Matcher] => [
    file,
    isDocument(now) ? new Map([["$text", now.text]]) : now,
  ]);
  return {
    ...stepOf(script),
    ops: calls.map((call, i) => opOf(call, outcomes[i]!, String(i + 1))),
    expect: {
      ...expectOf(bot),
      exit: { code: new Num(bot.hasFailed ? "1" : "0") },
      result: bot.result === undefined ? "none" : { json: bot.result },
      state: Object.fromEntries(stored),
    },
  };
}

function queryStep(script: Script, bot: Bot): Step {
  const { calls, ...query } = groupsOf(script)[1]!;
  const ask = query.ask!;
  const { outcomes, document, status } = answerOf(ask, calls, bot, ask.registered ? [ask.path] : []);
  return {
    ...stepOf(script),
    env: { ...envOf(script), QUERY_PATH: ask.path, QUERY_PARAMS: ask.body.text },
    ops: serving(ask.registered ? [handlerOf(ask, calls, outcomes, 0)] : []),
    expect: {
      ...expectOf(bot),
      exit: { code: new Num(status === 200 ? "0" : "1") },
      result: { json: document },
    },
  };
}

function serveStep(script: Script, bot: Bot): Step {
  const groups = groupsOf(script).slice(1);
  const paths = groups.flatMap(({ ask }) => (ask?.registered ? [ask.path] : []));
  const ops: Op[] = [];
  const requests = groups.map(({ ask, calls }): Exchange => {
    const { outcomes, document, status } = answerOf(ask!, calls, bot, paths);
    if (ask!.registered) ops.push(handlerOf(ask!, calls, outcomes, ops.length));
    if (status === 500) document.delete("code");
    return exchangeOf(ask!, status, status === 200 ? document.get("data")! : document);
  });
  return { ...stepOf(script), ops: serving(ops), requests, stop: "TERM", expect: expectOf(bot) };
}

/** Groups the calls by the ask before them; the first group has no ask. */
function groupsOf({ items }: Script): { ask: Ask | null; calls: Call[] }[] {
  const groups: { ask: Ask | null; calls: Call[] }[] = [{ ask: null, calls: [] }];
  for (const item of items) {
    if (item.do === "ask") groups.push({ ask: item, calls: [] });
    if (item.do === "call") groups.at(-1)!.calls.push(item);
  }
  return groups;
}

const envOf = ({ id, config }: Script): Step["env"] => ({ BOT_ID: id, BOT_CONFIG: config.text });

const stepOf = (script: Script): Omit<Step, "ops" | "expect"> => ({
  kind: script.kind,
  by: "testee",
  env: envOf(script),
  files: {},
  streams: { stdout: "file", stderr: "file" },
  ...{ occupied: [], signal: null, requests: [], stop: "none" },
});

const expectOf = ({ metrics, logs }: Bot): Expect => ({
  exit: { code: new Num("0") },
  ...{ metrics, logs, stdout: [], stderr: [], result: "none", state: null, files: {} },
});

const filesOf = (given: Map<string, Document>): Step["files"] =>
  Object.fromEntries([...given].map(([file, { text }]) => [`state/${file}`, { text }]));

function opOf({ op, args, as, uncaught }: Call, outcome: Outcome, id: string): Op {
  const kept = outcome.kind === "value" ? as : null;
  return { id, op, args, lists: [], as: kept, uncaught, outcome };
}

const nothing: Outcome = { kind: "value", value: null };

function handlerOf({ path }: Ask, calls: Call[], outcomes: Outcome[], i: number): Op {
  const ops = calls.map((call, j) => opOf(call, outcomes[j]!, `${i + 1}.1.${j + 1}`));
  const lists = [{ at: 1, ops }];
  return {
    id: String(i + 1),
    op: "query.handler",
    args: [path, null],
    lists,
    as: null,
    uncaught: false,
    outcome: nothing,
  };
}

const serving = (handlers: Op[]): Op[] => [
  ...handlers,
  {
    ...{ id: String(handlers.length + 1), op: "query.run", args: [], lists: [], as: null, uncaught: false },
    outcome: { kind: "ends" },
  },
];

function exchangeOf({ path, method, query, body }: Ask, status: number, document: Json): Exchange {
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join("=").replaceAll("%20", "+"));
  const target =
    path.split("/").map(encodeURIComponent).join("/") + (pairs.length > 0 ? `?${pairs.join("&")}` : "");
  return {
    do: "ask",
    request: {
      method,
      target,
      headers: {},
      body: body.text === "" ? null : { text: body.text },
      connection: "main",
    },
    later: null,
    expect: { status: new Num(String(status)), body: document, headers: {} },
  };
}

function areaOf({ kind }: Script, op: string | undefined): string {
  const room = op?.split(".")[0] ?? kind;
  if (["state", "metric", "log", "input", "request"].includes(room)) return room;
  return kind === "run" ? "result" : kind === "serve" ? "server" : "one-shot";
}

/** Returns the clause that defines the result of the op. */
function clauseOf(op: string): string {
  return clauses[op] ?? (op.startsWith("log.") ? "LOG-1" : op.startsWith("request.") ? "Q-34" : "RES-1");
}

const clauses: Record<string, string> = {
  ...{ "input.parse": "IN-1", "query.get_config": "Q-3", metric: "MET-1", return: "Q-7", fail: "Q-8" },
  ...{ "state.get": "ST-9", "state.set": "ST-1", "state.delete": "ST-12", "state.exists": "ST-12" },
  ...{ "state.list": "ST-12", "state.clear": "ST-13", error: "RES-7", error_with_data: "RES-7" },
  ...{
    "request.path": "Q-31",
    "request.get": "Q-32",
    "request.values": "Q-33",
    "request.get_string": "Q-36",
  },
};
