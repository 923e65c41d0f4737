// A bot that runs a script and notes the outcome of each call: docs/reference/conformance-cases.md.
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as sdk from "@botyard/sdk";
import * as v from "valibot";

const script = JSON.parse(readFileSync(process.env.CONF_SCRIPT, "utf8"));
const trace = openSync(process.env.CONF_TRACE, "a");
const note = (line) => void writeSync(trace, `${JSON.stringify(line)}\n`);
const inCode = join.bind(null, process.cwd());
const kept = new Map();

// Passed to the SDK unchanged; its function has the op's name in camel case.
const plain = `metric log.debug log.info log.warn log.error success success_with_data error error_with_data
  result state.get state.set state.delete state.clear state.exists state.list query.get_config stop.requested stop.wait`.split(
  /\s+/,
);
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const named = (name) => name.split(".").reduce((room, word) => room[word], sdk);
function raise(thrown) {
  throw thrown;
}
const integer = v.pipe(v.number(), v.safeInteger());
const byte = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255));
const direction = v.picklist(["up", "down"]);
const legs = v.array(v.object({ price: v.number(), size: byte }));
const stop = v.optional(v.nullable(v.number()), null);
const shapes = {
  integer,
  byte,
  direction,
  position: v.object({ symbol: v.string(), qty: integer, direction, stop, legs }),
};
const calls = {
  ...Object.fromEntries(plain.map((op) => [op, named(camel(op))])),
  "input.parse": () => {
    const { botId: id, ...others } = sdk.input.parse();
    return { id, ...others };
  },
  "input.parse_as": (shape) => {
    const { botId: id, ...others } = sdk.input.parse(shapes[shape]);
    return { id, ...others };
  },
  "state.get_as": (key, shape, ...fallback) => sdk.state.getAs(key, shapes[shape], ...fallback),
  fail: (...message) => raise(new Error(...message)),
  fail_with: raise,
  exit: (code) => process.exit(code),
  print: (text) => void process.stdout.write(text),
  eprint: (text) => void process.stderr.write(text),
  "environment.set": (name, text) => {
    if (text === null) delete process.env[name];
    else process.env[name] = text;
  },
  chdir: (path) => process.chdir(inCode(path)),
  close: (stream) => closeSync(stream === "stdout" ? 1 : 2),
  touch: (file) => writeFileSync(inCode(file), ""),
  change: (name, steps, value) => {
    const holder = steps.slice(0, -1).reduce((inner, step) => inner[step], kept.get(name));
    holder[steps.at(-1)] = value;
  },
};

// Ops that contain ops or wait, as steps or a promise; a result other than undefined ends the handler.
const blocks = {
  "query.handler": ([path, handler]) => {
    const isList = Array.isArray(handler) && handler.every((op) => typeof op?.op === "string");
    sdk.query.handler(made(path), isList ? (request) => drive(answer(handler, request)) : made(handler));
  },
  "query.run": () => sdk.query.run().then(blocks.never), // only a server gets here; otherwise the call does not return
  return: ([value]) => ({ answer: made(value) }),
  never: () => new Promise(() => {}),
  *wait_for([file]) {
    while (!existsSync(inCode(file))) yield new Promise((goOn) => setTimeout(goOn, 3));
  },
  background: ([ops], request) => void Promise.resolve().then(() => drive(run(ops, request))),
  parallel: async (lists, request) => void (await Promise.all(lists.map((ops) => task(ops, request)))),
  *repeat([times, ops], request) {
    for (let left = times; left > 0; left--) {
      const out = yield* run(ops, request);
      if (out) return out;
    }
  },
  *guarded([ops, whenFailed, atLast = []], request) {
    try {
      return yield* run(ops, request);
    } catch {
      return yield* run(whenFailed, request);
    } finally {
      yield* run(atLast, request);
    }
  },
  *wrapped([message, ops], request) {
    try {
      return yield* run(ops, request);
    } catch (cause) {
      throw new Error(message, { cause });
    }
  },
  on_term: ([ops]) => void process.on("SIGTERM", () => drive(run(ops))),
  at_exit: ([ops]) => void process.on("exit", () => drive(run(ops))),
};

const nested = (depth, wrap) => Array.from({ length: depth - 1 }).reduce(wrap, wrap());
const makers = {
  ...Object.fromEntries([0 / 0, 1 / 0, -1 / 0].map((number) => [`${number}`.toLowerCase(), () => number])),
  "negative-zero": () => -0,
  "lone-surrogate": () => "a\ud800b",
  "surrogate-keys": () => ({ "\ud800": 1, "\udc00": 2 }),
  function: () => () => {},
  bytes: (length) => Buffer.alloc(length),
  cycle: (cycle = []) => Object.assign(cycle, [cycle]),
  "non-string-key": () => new Map([[["a", "b"], 1]]),
  "number-key": () => new Map([[1, 1]]),
  "null-key": () => new Map([[null, 1]]),
  hooked: () => ({ toJSON: () => ({ hooked: true }) }),
  "failing-hook": () => ({ toJSON: () => raise(new Error("the hook failed")) }),
  "hooked-bytes": () => Object.assign(Buffer.from("bytes"), { toJSON: () => ({ hooked: true }) }),
  undefined: () => undefined,
  deep: (depth) => nested(depth, (inner) => (inner ? [inner] : [])),
  "deep-object": (depth) => nested(depth, (inner) => (inner ? { a: inner } : {})),
  long: (length) => "x".repeat(length),
};

function made(given) {
  if (typeof given !== "object" || given === null) return given;
  if (Array.isArray(given)) return given.map(made);
  const entries = Object.entries(given);
  const [key, inner] = entries.length === 1 ? entries[0] : [];
  if (key === "$literal") return inner;
  if (key === "$var") return kept.get(inner);
  if (key === "$make") return Array.isArray(inner) ? makers[inner[0]](inner[1]) : makers[inner]();
  return Object.fromEntries(entries.map(([name, value]) => [name, made(value)]));
}

const textOf = (thrown) => String(thrown instanceof Error ? thrown.message : thrown);
function failure(thrown) {
  const { code = null, next = null } = thrown instanceof sdk.BotyardError ? thrown : {};
  const cause = thrown instanceof Error && thrown.cause !== undefined ? textOf(thrown.cause) : null;
  return { code, message: textOf(thrown), next, cause };
}

function* perform({ id, op, args, as, uncaught }, request) {
  const asked = /^request\.(.+)/.exec(camel(op))?.[1];
  const ofRequest = { path: () => request.path, paramsAs: (shape) => request.paramsAs(shapes[shape]) };
  const call = asked ? (ofRequest[asked] ?? request[asked].bind(request)) : calls[op];
  if (!call && !blocks[op]) process.exit(note({ id, unsupported: true }) ?? 64);
  note({ id, begin: op });
  try {
    const given = call?.(...args.map(made));
    const value = given instanceof Promise ? yield given : given;
    const steps = call ? undefined : blocks[op](args, request);
    const out = steps?.next ? yield* steps : steps?.then ? yield steps : steps;
    if (out) return out;
    if (as) kept.set(as, value);
    const owes = asked || /parse$|get|exists$|list$|delete$/.test(op); // for these undefined is not noted as null
    note({ id, value: value === undefined && owes ? "undefined" : (value ?? null) });
  } catch (thrown) {
    note({ id, error: failure(thrown) });
    if (uncaught) throw thrown;
  }
}

function* run(ops, request) {
  for (const op of ops) {
    const out = yield* perform(op, request);
    if (out) return out;
  }
}

function* answer(ops, request) {
  return (yield* run(ops, request))?.answer;
}

async function task(ops, request) {
  for (const op of ops) await drive(perform(op, request)); // each await lets the other tasks run
}

// Synchronous if nothing waits, so that a handler can be a plain or an asynchronous function.
function drive(steps, go = () => steps.next()) {
  const { done, value } = go();
  if (done) return value;
  const goOn = (result) => drive(steps, () => steps.next(result));
  return value.then(goOn, (reason) => drive(steps, () => steps.throw(reason)));
}

function* main() {
  yield* run(script.ops);
  process.on("exit", () => note({ end: true })); // after exit hooks and background work
}

drive(main());
