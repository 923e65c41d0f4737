import { isObject, type Json, type JsonObject, write } from "../json/index.ts";
import type { Matcher, Outcome } from "../model.ts";
import { needsOf } from "./needs.ts";
import type { Call, Document, Script } from "./script.ts";
import { byBytes, fileOf, keyOf } from "./state-file.ts";
import { names, typed } from "./typed.ts";

/** How a handler ended. */
export type Answer =
  | { kind: "ok"; value: Json }
  | { kind: "refused"; message: Matcher }
  | { kind: "failed"; message: Matcher };

/** A failure with a code of the contract, or null for one that the bot raised. */
class Failed {
  readonly code: string | null;
  readonly message: Matcher;

  constructor(code: string | null, message: Matcher = new Map([["$any", true]])) {
    this.code = code;
    this.message = message;
  }
}

/** The request that a handler receives. */
export interface Asked {
  path: string;
  params: JsonObject;
}

/** A script from which no case can be made. */
export class InvalidScript extends Error {
  override readonly name = "InvalidScript";
  /** The call that uses a value which is not kept. */
  readonly call: Call;

  constructor(message: string, call: Call) {
    super(message);
    this.call = call;
  }
}

/** A model of the contract: computes the result of every call and what a bot process leaves behind. */
export class Bot {
  readonly metrics: Json[] = [];
  readonly logs: Json[] = [];
  result: Json | undefined;
  hasFailed = false;
  /** Capabilities that the calls so far need. */
  readonly needs = new Set<string>();
  readonly #script: Script;
  readonly #files: Map<string, Json | Document>;
  readonly #kept = new Map<string, Json>();

  /** @param files files of the state folder before the start, by name */
  constructor(script: Script, files: ReadonlyMap<string, Document>) {
    this.#script = script;
    this.#files = new Map(files);
  }

  /** Files of the state folder by name: stored values, and files from before the start. */
  get files(): ReadonlyMap<string, Json | Document> {
    return this.#files;
  }

  /** Makes the calls in order; those after one that ends the process or the handler are not reached. */
  perform(calls: Call[], asked: Asked | null): { outcomes: Outcome[]; answer: Answer } {
    let answer: Answer | undefined;
    const outcomes = calls.map((call): Outcome => {
      const args = call.args.map((arg) => this.#filled(arg, call));
      if (answer) return { kind: "never-reached" };
      for (const need of needsOf(call.op, args)) this.needs.add(need);
      try {
        const given = this.#call(call.op, args, asked);
        if (given === ends) {
          answer = { kind: "ok", value: args[0] ?? null };
          return { kind: "ends" };
        }
        if (call.as !== null) this.#kept.set(call.as, given);
        return { kind: "value", value: given };
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        const { code, message } = error;
        if (call.uncaught) answer = { kind: code === "query.invalid_param" ? "refused" : "failed", message };
        return { kind: "fails", code, message: null, cause: null };
      }
    });
    return { outcomes, answer: answer ?? { kind: "ok", value: null } };
  }

  /** Makes none of the calls, but checks that the values they use are kept. */
  leaveOut(calls: Call[]): Outcome[] {
    for (const call of calls) for (const arg of call.args) this.#filled(arg, call);
    return calls.map(() => ({ kind: "never-reached" }));
  }

  #filled(arg: Json, call: Call): Json {
    if (!isObject(arg) || !arg.has("$var")) return arg;
    const name = String(arg.get("$var"));
    if (!this.#kept.has(name)) throw new InvalidScript(`No value is kept as ${name}.`, call);
    return this.#kept.get(name)!;
  }

  #call(op: string, args: Json[], asked: Asked | null): Json | typeof ends {
    const [room, verb = ""] = op.split(".") as [string, string?];
    if (op === "input.parse") return new Map(Object.entries(this.#input()));
    if (op === "query.get_config") return this.#input().config;
    if (room === "metric") return this.#metric(args[0]!, args[1]!);
    if (room === "log") return this.#log(verb, args[0]!, args[1]);
    if (room === "state") return this.#state(verb, args);
    if (room === "request") return this.#request(verb, args, asked!);
    if (op === "return") return ends;
    if (op === "fail") throw new Failed(null, args[0] || "the handler failed without a message");
    return this.#report(op, args);
  }

  #input(): { id: string; config: JsonObject } {
    const { id, config } = this.#script;
    if (id === "") throw new Failed("input.missing_bot_id");
    if (config.text === "") throw new Failed("input.missing_bot_config");
    if (config.value === undefined) throw new Failed("input.invalid_bot_config");
    if (!isObject(config.value)) throw new Failed("input.config_not_object");
    return { id, config: config.value };
  }

  #metric(type: Json, data: Json): null {
    if (!isText(type) || type === "") throw new Failed("metric.invalid_type");
    if (!isObject(data)) throw new Failed("metric.invalid_data");
    this.metrics.push([type, data]);
    return null;
  }

  #log(level: string, message: Json, data: Json | undefined): null {
    if (!isText(message)) throw new Failed("log.invalid_message");
    const hasData = data !== undefined && data !== null;
    if (hasData && !isObject(data)) throw new Failed("log.invalid_data");
    this.logs.push(hasData ? [level, message, data] : [level, message]);
    return null;
  }

  /** `success`, `error`, with or without data, and `result`. */
  #report(op: string, [first, data]: Json[]): null | typeof ends {
    const isResult = op === "result";
    const fits = isResult ? isObject(first) : isText(first!);
    const name = op.replace("_with_data", "");
    if (this.#isQuery) throw new Failed("result.in_query", `${name} cannot be used in a query process`);
    if (!fits) throw new Failed(isResult ? "result.invalid_data" : "result.invalid_message");
    const isError = op.startsWith("error");
    const document = new Map<string, Json>([
      ["status", isError ? "error" : "success"],
      ["message", first!],
    ]);
    if (data !== undefined) document.set("data", data);
    this.result = isResult ? first! : document;
    if (!isError) return null;
    this.logs.push(["error", first!]);
    this.hasFailed = true;
    return ends;
  }

  get #isQuery(): boolean {
    return this.#script.kind !== "run";
  }

  #state(verb: string, [key, given]: Json[]): Json {
    if (this.#isQuery && ["set", "delete", "clear"].includes(verb)) {
      throw new Failed("state.read_only", `state is read-only in a query process: ${verb}`);
    }
    const keys = [...this.#files.keys()].flatMap((file) => keyOf(file) ?? []);
    if (verb === "list") return keys.sort(byBytes);
    if (verb === "clear") {
      for (const known of keys) this.#files.delete(fileOf(known));
      return null;
    }
    if (!isText(key!)) throw new Failed("state.invalid_key");
    const file = fileOf(key);
    if (file === ".json" || file.length > 205) throw new Failed("state.invalid_key");
    if (verb === "exists") return this.#files.has(file);
    if (verb === "delete") return this.#files.delete(file);
    if (verb === "set") {
      this.#files.set(file, given!);
      return null;
    }
    const stored = this.#files.get(file);
    if (stored === undefined) return given ?? null;
    if (!isDocument(stored)) return stored;
    if (stored.value === undefined) throw new Failed("state.corrupt");
    return stored.value;
  }

  #request(verb: string, [key, byDefault = null]: Json[], { path, params }: Asked): Json {
    if (verb === "path") return path;
    if (verb === "values") return params;
    const given = params.get(key as string) ?? null;
    const type = verb.slice("get_".length);
    if (type === "") {
      const value = given ?? byDefault;
      // Languages without a type for any JSON value return it as text.
      if (value !== null && typeof value !== "string") this.needs.add("typed-get");
      return value;
    }
    if (given === null) return byDefault;
    const value = typed(given, type);
    if (value !== undefined) return value;
    const pattern = `^parameter ${escaped(write(key!))} must be ${names[type]}, got [^]+$`;
    throw new Failed("query.invalid_param", new Map([["$regex", pattern]]));
  }
}

/** The call does not return. */
const ends = Symbol("ends");

const isText = (given: Json): given is string => typeof given === "string";
export const isDocument = (file: Json | Document): file is Document =>
  typeof file === "object" && file !== null && "text" in file;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
