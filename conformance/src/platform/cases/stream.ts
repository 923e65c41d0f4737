import { Fields } from "../../cases/fields.ts";
import { type Node, toJson } from "../../cases/yaml/node.ts";
import type { Source } from "../../cases/yaml/read.ts";
import { Num } from "../../json/index.ts";
import type { StreamAct } from "../model.ts";
import { readWithin } from "./keeping.ts";
import { readMatcher } from "./matcher.ts";
import { readHeaders } from "./request.ts";

const kinds = ["open", "send", "text", "bytes", "receive", "closed"];
/** Seconds within which a message must arrive, unless the case says otherwise. */
const patience = 10;

/** Reads what a client of the stream does, or what must reach it next. */
export function readAct(source: Source, node: Node): StreamAct | undefined {
  const fields = Fields.of(source, node, "an act", [...kinds, "headers", "where", "reason", "within"]);
  if (!fields) return undefined;
  const [kind, ...others] = kinds.filter((word) => fields.has(word));
  if (kind === undefined || others.length > 0) {
    source.problem(node, `an act has one of the keys ${kinds.join(", ")}`);
    return undefined;
  }
  if (fields.has("headers") && kind !== "open") fields.problem("headers", "headers needs open");
  if (fields.has("where") && kind !== "receive") fields.problem("where", "where needs receive");
  if (fields.has("reason") && kind !== "closed") fields.problem("reason", "reason needs closed");
  const inner = fields.get(kind)!;
  const where = fields.get("where");
  const within = readWithin(fields) ?? patience;
  switch (kind) {
    case "open": {
      const key = fields.text("open") ?? "alice";
      return { kind, key: key === "none" ? null : key, headers: readHeaders(fields) };
    }
    case "send":
      return { kind, data: { json: toJson(inner) } };
    case "text":
      return { kind: "send", data: { text: fields.text("text") ?? "" } };
    case "bytes":
      return { kind: "send", data: { bytes: fields.text("bytes") ?? "" } };
    case "receive":
      return {
        kind,
        messages: fields.list("receive").map((item) => readMatcher(source, item)),
        where: where ? readMatcher(source, where) : null,
        within,
      };
    default: {
      const reason = fields.get("reason");
      if (inner.kind === "scalar" && !(inner.value instanceof Num))
        fields.problem("closed", "closed is a close code");
      return {
        kind: "closed",
        code: readMatcher(source, inner),
        reason: reason ? readMatcher(source, reason) : new Map([["$any", true]]),
        within,
      };
    }
  }
}
