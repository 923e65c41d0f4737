import { type Json, Num } from "../json/index.ts";
import type { Op, Outcome } from "../model.ts";
import { checkKept, readArgument, type Told } from "./argument.ts";
import { besideCall, outcomeKeys } from "./case-form.ts";
import { describe, Fields, listOf, textOf } from "./fields.ts";
import { keysOf } from "./form.ts";
import { readMatcher } from "./matcher.ts";
import { suggestion } from "./nearest.ts";
import { type OpShape, ops as shapes } from "./vocabulary.ts";
import type { Entry, Node } from "./yaml/node.ts";
import type { Source } from "./yaml/read.ts";

const beside = keysOf(besideCall);

/** Reads a list of ops; their ids are `prefix` and their number from 1. */
export function readOps(source: Source, nodes: Node[], prefix: string, told: Told): Op[] {
  return nodes.flatMap((node, i) => readOp(source, node, `${prefix}${i + 1}`, told) ?? []);
}

/** Returns the op that a short form stands for. */
export function plainOp(id: string, op: string, args: Json[], lists: Op["lists"], outcome: Outcome): Op {
  return { id, op, args, lists, as: null, uncaught: false, outcome };
}

function readOp(source: Source, node: Node, id: string, told: Told): Op | undefined {
  if (node.kind !== "map") {
    source.problem(node, `an op must be an object, {name: [arguments]}, not ${describe(node)}`);
    return undefined;
  }
  const calls = [...node.entries].filter(([key]) => !beside.includes(key));
  const known = calls.filter(([key]) => Object.hasOwn(shapes, key));
  for (const [key, { at }] of calls) {
    if (Object.hasOwn(shapes, key)) continue;
    const names = known.length > 0 ? beside : [...Object.keys(shapes), ...beside];
    source.problem(
      at,
      `there is no ${known.length > 0 ? "modifier" : "op"} ${key}: ${suggestion(key, names)}`,
    );
  }
  const [call, second] = known;
  if (second)
    source.problem(
      second[1].at,
      `${second[0]} is a second op in the same list item; write it as a separate item`,
    );
  if (calls.length === 0) source.problem(node, "an op needs its call, {name: [arguments]}");
  if (!call) return undefined;
  const [name, entry] = call;
  const shape = shapes[name]!;
  if (shape.needs) told.needs.add(shape.needs);
  const { args, lists } = readArguments(source, name, shape, entry, id, told);
  const fields = Fields.of(source, node, "an op", [...node.entries.keys()])!;
  const outcome = readOutcome(fields, name, shape, told);
  const as = fields.text("as") ?? null;
  if (as !== null) {
    if (outcome.kind !== "value" && outcome.kind !== "any") {
      fields.problem("as", `${name} returns no value here to keep as ${as}`);
    }
    told.kept.add(as);
  }
  return {
    id,
    op: name,
    args,
    lists,
    as,
    uncaught: fields.flag("uncaught") || shape.byDefault === "raises",
    outcome,
  };
}

function readArguments(source: Source, name: string, shape: OpShape, call: Entry, id: string, told: Told) {
  const args: Json[] = [];
  const lists: Op["lists"] = [];
  const nodes = listOf(source, call.value, `the argument list of ${name}`);
  if (call.value.kind === "list" && (nodes.length < shape.min || nodes.length > shape.max)) {
    source.problem(call.at, `${name} takes ${countOf(shape)}, not ${nodes.length}`);
  }
  nodes.forEach((node, at) => {
    const isOps = shape.lists === "all" || shape.lists?.includes(at);
    // A handler that is not a list of ops is passed unchanged, for cases about invalid handlers.
    if (isOps && (!name.startsWith("query.") || looksLikeOps(node))) {
      const inner = listOf(source, node, `a list of ops in ${name}`);
      lists.push({ at, ops: readOps(source, inner, `${id}.${lists.length + 1}.`, told) });
      args.push(null);
    } else {
      if (name === "change" && at === 0) checkKept(source, node, told);
      args.push(readArgument(source, node, told));
    }
  });
  checkWords(source, name, nodes);
  return { args, lists };
}

function looksLikeOps(node: Node): boolean {
  return node.kind === "list" && (node.items.length === 0 || node.items.some(({ kind }) => kind === "map"));
}

function checkWords(source: Source, name: string, nodes: Node[]): void {
  const [first] = nodes;
  if (!first) return;
  if (name === "close") {
    const stream = textOf(source, first, "the argument of close");
    if (stream !== undefined && stream !== "stdout" && stream !== "stderr") {
      source.problem(first, `close takes stdout or stderr, not ${stream}`);
    }
  }
  if (name === "repeat" || name === "exit") {
    const isWhole = first.kind === "scalar" && first.value instanceof Num && /^\d+$/.test(first.value.raw);
    if (!isWhole) source.problem(first, `${name} takes a whole number, not ${describe(first)}`);
  }
}

function countOf({ min, max }: OpShape): string {
  const most = max === 1 ? "1 argument" : `${max} arguments`;
  return min === max ? (max === 0 ? "no arguments" : most) : `${min} to ${most}`;
}

function readOutcome(fields: Fields, name: string, shape: OpShape, told: Told): Outcome {
  const [first, second] = outcomeKeys.filter((key) => fields.has(key));
  if (second) fields.problem(second, `an op has one outcome, not both ${first} and ${second}`);
  for (const key of ["message", "cause"]) {
    if (fields.has(key) && first !== "fails") fields.problem(key, `${key} can be used only with fails`);
  }
  if (first === "returns")
    return { kind: "value", value: readMatcher(fields.source, fields.get("returns")!) };
  if (first === "fails") return readFailure(fields, told);
  if (first !== undefined && fields.flag(first)) {
    return { kind: first === "never_reached" ? "never-reached" : (first as "ends" | "any") };
  }
  if (shape.byDefault === "ends") return { kind: "ends" };
  if (shape.byDefault === "raises") return { kind: "fails", code: null, message: null, cause: null };
  if (shape.byDefault === "said") {
    fields.problem(name, `${name} always returns a value; write what is expected: returns, fails or any`);
  }
  return { kind: "value", value: null };
}

function readFailure(fields: Fields, { codes }: Told): Outcome {
  const node = fields.get("fails")!;
  const isOwn = node.kind === "scalar" && node.value === null;
  const code = isOwn ? null : (textOf(fields.source, node, "fails") ?? null);
  if (code !== null && !codes.has(code)) {
    fields.source.problem(node, `the contract has no error ${code}: ${suggestion(code, codes)}`);
  }
  const matcher = (key: string): Json => {
    const inner = fields.get(key);
    return inner ? readMatcher(fields.source, inner) : null;
  };
  return {
    kind: "fails",
    code,
    message: matcher("message"),
    cause: matcher("cause"),
  };
}
