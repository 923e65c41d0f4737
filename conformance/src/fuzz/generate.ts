import { type Json, Num } from "../json/index.ts";
import { caseOf } from "./case.ts";
import { InvalidScript } from "./model.ts";
import { Random } from "./random.ts";
import type { Call, Item, Script } from "./script.ts";
import { fileOf } from "./state-file.ts";
import * as values from "./values.ts";

/** Returns the script of this number, which depends only on the arguments. */
export function scriptOf(seed: number, n: number, calls: number): Script {
  const random = new Random(seed, n);
  const kind = random.weighted({ run: 5, query: 2, serve: 2 });
  const maker = new Maker(random, kind);
  return sensible({
    kind,
    id: random.oneIn(12) ? "" : `bot-${values.text(random).replaceAll("\u0000", "")}`,
    config: random.oneIn(16) ? values.noDocument : values.document(random, values.object(random), 8),
    items: [...maker.given(), ...(kind === "run" ? maker.run(calls) : maker.queries(calls))],
  });
}

/** Removes the calls that use a value which a failed call did not keep. */
function sensible(script: Script): Script {
  try {
    caseOf(script, "draft");
    return script;
  } catch (error) {
    if (!(error instanceof InvalidScript) || !error.call) throw error;
    const { call } = error;
    return sensible({ ...script, items: script.items.filter((item) => item !== call) });
  }
}

const runOps = {
  ...{ "state.set": 10, "state.get": 8, "state.delete": 4, "state.exists": 3 },
  ...{ "state.list": 3, "state.clear": 1, "input.parse": 1, "query.get_config": 1 },
  ...{ metric: 5, "log.debug": 1, "log.info": 2, "log.warn": 1, "log.error": 1 },
  ...{ success: 1, success_with_data: 1, result: 1 },
};
const handlerOps = {
  ...{ "request.get": 4, "request.get_string": 3, "request.get_number": 4, "request.get_integer": 6 },
  ...{ "request.get_boolean": 4, "request.get_array": 3, "request.get_object": 3, "request.values": 1 },
  ...{ "request.path": 1, "query.get_config": 1, metric: 1, "log.info": 1, success: 1, result: 1, error: 1 },
  ...{ "state.get": 2, "state.exists": 1, "state.list": 1 },
  ...{ "state.set": 1, "state.delete": 1, "state.clear": 1 },
};
/** File names that are not files of keys, though some look similar. */
const foreign = ["A.json", "%7a.json", "%2E.json", "a.JSON", "a", ".json", ".tmp-a-0123456789abcdef"];

class Maker {
  readonly #random: Random;
  readonly #kind: Script["kind"];
  /** Few keys, so that calls use the same ones. */
  readonly #keys: string[];
  /** Whether arguments may have wrong types, which not every language can pass. */
  readonly #wild: boolean;
  /**
   * Built-in paths left to ask for; each is asked for once, because a handler replaces the built-in for all queries.
   */
  readonly #builtIns = ["/health", "/info"];
  #kept: string[] = [];
  #params = new Map<string, Json>();

  constructor(random: Random, kind: Script["kind"]) {
    this.#random = random;
    this.#kind = kind;
    this.#keys = random.some(values.stateKeys, 4);
    this.#wild = random.oneIn(4);
  }

  given(): Item[] {
    const random = this.#random;
    const names = random.some(this.#keys.map(fileOf), random.below(this.#kind === "run" ? 3 : 5));
    if (random.oneIn(4)) names.push(random.pick(foreign));
    return names.map((name) => ({
      do: "given",
      name,
      document: values.document(random, values.value(random), 3),
    }));
  }

  run(calls: number): Item[] {
    const items: Item[] = [];
    while (items.length < calls - 1) items.push(this.#call(this.#random.weighted(runOps)));
    const last = this.#random.oneIn(5) ? this.#random.pick(["error", "error_with_data"]) : "state.list";
    return [...items, this.#call(last)];
  }

  /** Returns one query or, for a server, about one for every 12 calls. */
  queries(calls: number): Item[] {
    const items: Item[] = [];
    for (let left = calls; left > 0; ) {
      const size = this.#kind === "query" ? left : Math.min(left, 1 + this.#random.below(25));
      items.push(...this.#query(size, items.length));
      left -= size;
    }
    return items;
  }

  #query(calls: number, n: number): Item[] {
    const random = this.#random;
    const served = this.#kind === "serve";
    const named = (make: () => Json) =>
      random.some(values.paramNames, 1 + random.below(6)).map((key) => [key, make()] as const);
    const body = new Map(named(() => values.param(random)));
    const query = served ? named(() => values.paramText(random)) : [];
    this.#params = new Map([...query, ...body]);
    // An environment variable cannot contain NUL, and a server's library may refuse it in a path.
    const name = values.text(random).replaceAll("\u0000", "");
    const builtIn = random.oneIn(10) ? this.#builtIns.pop() : undefined;
    const ask: Item = {
      do: "ask",
      path: builtIn ?? `/${name}${served ? n : ""}`,
      registered: calls > 1 || !random.oneIn(3),
      method: random.pick(["GET", "POST"]),
      query: query as [string, string][],
      body: random.oneIn(4) ? values.noDocument : values.document(random, body, 8),
    };
    this.#kept = [];
    const items: Item[] = [ask];
    while (items.length < calls) items.push(this.#call(random.weighted(handlerOps)));
    return [...items, this.#call(random.weighted({ return: 8, fail: 1, uncaught: 3 }))];
  }

  #call(op: string): { do: "call" } & Call {
    const random = this.#random;
    if (op === "uncaught") return { ...this.#call(random.weighted(handlerOps)), uncaught: true };
    const args = this.#args(op);
    const keeps = /^(?:state\.get|request\.(?:get|values)|input\.parse)/.test(op) && random.oneIn(8);
    const call = {
      do: "call" as const,
      op,
      args,
      as: keeps ? `v${this.#kept.length}` : null,
      uncaught: op === "fail",
    };
    if (call.as !== null) this.#kept.push(call.as);
    return call;
  }

  #args(op: string): Json[] {
    const random = this.#random;
    const optional = (value: () => Json): Json[] => (random.oneIn(2) ? [value()] : []);
    const data = (): Json => (this.#odd() ? values.value(random) : values.object(random));
    const message = (): Json => (this.#odd() ? values.value(random) : values.text(random));
    const [room, verb = ""] = op.split(".") as [string, string?];
    if (room === "log") return [message(), ...optional(data)];
    if (room === "request") return this.#accessed(verb);
    switch (op) {
      case "metric":
        return [message(), data()];
      case "success":
      case "error":
      case "fail":
        return op !== "fail" ? [message()] : optional(() => values.text(random));
      case "success_with_data":
      case "error_with_data":
        return [message(), this.#value()];
      case "result":
        return [data()];
      case "state.set":
        return [this.#key(), this.#value()];
      case "state.get":
        return [this.#key(), ...optional(() => this.#value())];
      case "state.delete":
      case "state.exists":
        return [this.#key()];
      case "return":
        return random.oneIn(6) ? [] : [this.#value()];
      default:
        return [];
    }
  }

  #accessed(verb: string): Json[] {
    const random = this.#random;
    if (verb === "path" || verb === "values") return [];
    const all = [...this.#params];
    const alike =
      /number|integer/.test(verb) && random.oneIn(2)
        ? all.filter(([, param]) => /\d/.test(String(param)))
        : [];
    const given = (alike.length > 0 ? alike : all).map(([name]) => name);
    const key = given.length > 0 && !random.oneIn(6) ? random.pick(given) : random.pick(values.paramNames);
    if (random.oneIn(2)) return [key];
    // Of the accessor's type, which some languages require.
    const byDefault: Record<string, () => Json> = {
      get_string: () => values.text(random),
      get_number: () => values.number(random),
      get_integer: () => new Num(String(random.below(100) - 50)),
      get_boolean: () => random.oneIn(2),
      get_array: () => [values.value(random, 1)],
      get_object: () => values.object(random),
      get: () => values.value(random),
    };
    return [key, byDefault[verb]!()];
  }

  #odd(): boolean {
    return this.#wild && this.#random.oneIn(4);
  }

  #key(): Json {
    const random = this.#random;
    if (this.#odd()) return values.value(random);
    return random.oneIn(25) ? random.pick(values.invalidStateKeys) : random.pick(this.#keys);
  }

  /** Returns a new value or one that the SDK returned earlier. */
  #value(): Json {
    const random = this.#random;
    if (this.#kept.length > 0 && random.oneIn(4)) return new Map([["$var", random.pick(this.#kept)]]);
    return values.value(random);
  }
}
