import { Fields } from "../../cases/fields.ts";
import type { Node } from "../../cases/yaml/node.ts";
import type { Source } from "../../cases/yaml/read.ts";
import { Num } from "../../json/index.ts";
import type { PlatformStep } from "../model.ts";
import { readCommand } from "./cli.ts";
import { readCall } from "./mcp.ts";
import { readRequest } from "./request.ts";
import { readAct } from "./stream.ts";
import type { Surroundings } from "./surroundings.ts";

const kinds = ["requests", "together", "mcp", "cli", "stream", "same"];

/** Reads one step; undefined if it has a problem. */
export function readStep(source: Source, node: Node, known: Surroundings): PlatformStep | undefined {
  const fields = Fields.of(source, node, "a step", [...kinds, "tally", "client"]);
  if (!fields) return undefined;
  const kind = kinds.find((word) => fields.has(word));
  if (kind === undefined) {
    source.problem(node, `a step has one of the keys ${kinds.join(", ")}`);
    return undefined;
  }
  if (kinds.filter((word) => fields.has(word)).length > 1)
    source.problem(node, `a step has only one of the keys ${kinds.join(", ")}`);
  const items = fields.list(kind);
  if (items.length === 0) fields.problem(kind, `${kind} must have at least one item`);
  if (fields.has("tally") && kind !== "together") fields.problem("tally", "tally needs together");
  if (fields.has("client") && kind !== "stream") fields.problem("client", "client needs stream");
  switch (kind) {
    case "requests":
      return { kind, requests: items.flatMap((item) => readRequest(source, item, known) ?? []) };
    case "together":
      return {
        kind,
        requests: items.flatMap((item) => readRepeated(source, item, known)),
        tally: readTally(fields),
      };
    case "mcp":
      return { kind, calls: items.flatMap((item) => readCall(source, item) ?? []) };
    case "cli":
      return { kind, commands: items.flatMap((item) => readCommand(source, item) ?? []) };
    case "stream":
      return {
        kind,
        client: fields.text("client") ?? "main",
        acts: items.flatMap((item) => readAct(source, item) ?? []),
      };
    default:
      return { kind: "same", names: fields.texts("same").map(({ text }) => text) };
  }
}

/** A request, or `{times: n, request: …}` for several equal ones. */
function readRepeated(source: Source, node: Node, known: Surroundings) {
  if (node.kind !== "map" || !node.entries.has("times")) {
    const one = readRequest(source, node, known);
    return one ? [one] : [];
  }
  const fields = Fields.of(source, node, "a repeated request", ["times", "request"])!;
  const times = fields.get("times");
  const inner = fields.required("request");
  const request = inner && readRequest(source, inner, known);
  if (times?.kind !== "scalar" || !(times.value instanceof Num)) {
    fields.problem("times", "times must be a number");
    return [];
  }
  return request ? Array.from({ length: Number(times.value.raw) }, () => request) : [];
}

function readTally(fields: Fields): Record<string, number> | null {
  if (!fields.has("tally")) return null;
  return Object.fromEntries(
    fields.entries("tally").map(([status, { value }]) => {
      if (value.kind !== "scalar" || !(value.value instanceof Num))
        fields.problem("tally", `the number of answers ${status} must be a number`);
      return [status, value.kind === "scalar" ? Number(String(value.value)) : 0];
    }),
  );
}

/** Returns the names that the steps keep for later placeholders. */
export function namesKept(steps: PlatformStep[]): string[] {
  return steps.flatMap((step) => {
    if (step.kind === "requests" || step.kind === "together")
      return step.requests.flatMap(({ keep }) => Object.keys(keep));
    if (step.kind === "mcp") return step.calls.flatMap(({ keep }) => Object.keys(keep));
    return step.kind === "cli" ? step.commands.flatMap(({ keep }) => Object.keys(keep)) : [];
  });
}
