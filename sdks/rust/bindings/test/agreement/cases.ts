import { readJson } from "@botyard/core";
import type { Core } from "../../src/core.ts";
import type { LogLevel } from "../../src/log.ts";
import type { ParamType } from "../../src/request.ts";
import type { Random } from "./random.ts";
import { json, line, name, text } from "./texts.ts";
import { value } from "./values.ts";

/** A call of one room, the same for every implementation. */
export interface Case {
  room: string;
  call(core: Core): unknown;
}

const levels: LogLevel[] = ["debug", "info", "warn", "error"];
const types: ParamType[] = ["string", "number", "integer", "boolean", "array", "object"];

/** The rooms, by what a case of them calls. */
const rooms: Record<string, (random: Random) => Case["call"]> = {
  "json.write": (random) => {
    const given = value(random);
    return (core) => core.json.write(given);
  },
  "json.read": (random) => {
    const given = json(random);
    return (core) => core.json.read(given);
  },
  "input.parse": (random) => {
    const environment = {
      BOT_ID: random.chance(0.1) ? random.of(["", undefined]) : text(random),
      BOT_CONFIG: random.chance(0.1) ? random.of(["", undefined]) : json(random).toWellFormed(),
    };
    return (core) => core.input.parse(environment);
  },
  "state.fileName": (random) => {
    const key = random.chance(0.1) ? value(random) : text(random, true);
    return (core) => core.state.fileName(key);
  },
  "state.keyOf": (random) => {
    const encoded = random.chance(0.5) ? text(random) : encodeURIComponent(text(random)).toLowerCase();
    const fileName = encoded + random.of([".json", ".json", "", ".JSON"]);
    return (core) => core.state.keyOf(fileName);
  },
  "state.document": (random) => {
    const [key, given] = [text(random), value(random)];
    return (core) => core.state.document(key, given);
  },
  "state.readDocument": (random) => {
    const bytes = new TextEncoder().encode(json(random));
    if (random.chance(0.05)) bytes[random.below(bytes.length)] = random.below(256);
    return (core) => core.state.readDocument("a", bytes, "state/a.json");
  },
  request: (random) => {
    const key = name(random);
    const document = json(random).toWellFormed();
    const given = random.chance(0.5) ? document : asJson(document);
    const [type, fallback] = [random.of(types), random.of([null, 5])];
    return (core) => {
      const accepted = core.request.open("/", { [key]: given as never }).getAs(key, type, fallback);
      // The integers of Rust have no negative zero.
      return accepted === 0 && type === "integer" ? 0 : accepted;
    };
  },
  "log.line": (random) => {
    const [level, message, data] = [random.of(levels), mostly(random, text(random, true)), value(random)];
    const now = new Date(random.below(4e12));
    return (core) => core.log.line(level, message, data, now);
  },
  "log.readLine": (random) => {
    const [given, stream] = [line(random), random.of(["stdout", "stderr"] as const)];
    // A bot's output is bytes, so that lines have no lone surrogates.
    return (core) => core.log.readLine(given.toWellFormed(), stream);
  },
  "metric.line": (random) => {
    const [type, data] = [mostly(random, text(random, true)), value(random)];
    const now = new Date(random.below(4e12));
    return (core) => core.metric.line(type, data, now);
  },
  "result.document": (random) => {
    const status = random.of(["success", "error"] as const);
    const message = mostly(random, text(random, true));
    const data = random.chance(0.3) ? [] : [value(random)];
    return (core) => core.result.document(status, message, ...(data as [unknown?]));
  },
  "result.custom": (random) => {
    const given = value(random);
    return (core) => core.result.custom(given);
  },
  "result.verdict": (random) => {
    const exitCode = random.of([0, 0, 0, 1, 255, null]);
    const content = random.chance(0.2)
      ? random.of([undefined, '{"status":"error"}', '{"status":"success"}', ' {"status" : "error"}\n'])
      : json(random);
    return (core) => core.result.verdict(exitCode, content);
  },
};

/** Returns the case of a number; the seed and the number determine it. */
export function caseOf(random: Random): Case {
  const room = random.of(Object.keys(rooms));
  return { room, call: rooms[room]!(random) };
}

const mostly = (random: Random, usual: unknown): unknown => (random.chance(0.9) ? usual : value(random));

function asJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return text;
  }
}
