/** Names of the format: ops, matchers, kinds of `$make`, capabilities. See docs/reference/conformance-cases.md. */

export interface OpShape {
  /** Minimum and maximum number of arguments. */
  min: number;
  max: number;
  /** Indexes of the arguments that are lists of ops; `all`: each of them. */
  lists?: number[] | "all";
  /**
   * Expected outcome if the case names none: `null` (default), `ends`, `raises`, or `said`: the case must name one.
   */
  byDefault?: "null" | "ends" | "raises" | "said";
  /** Capability that the op needs. */
  needs?: string;
  /** The first version of the contract whose cases call it; absent: 1.0. */
  since?: string;
}

const takes = (min: number, max = min, rest: Omit<OpShape, "min" | "max"> = {}): OpShape => ({
  min,
  max,
  ...rest,
});
const accessor = takes(1, 2);
const logger = takes(1, 2);

export const ops: Record<string, OpShape> = {
  "input.parse": takes(0, 0, { byDefault: "said" }),
  metric: takes(2),
  "log.debug": logger,
  "log.info": logger,
  "log.warn": logger,
  "log.error": logger,
  success: takes(1, 2),
  error: takes(1, 2, { byDefault: "ends" }),
  success_with_data: takes(2),
  error_with_data: takes(2, 2, { byDefault: "ends" }),
  result: takes(1),
  "state.get": takes(1, 2),
  "state.set": takes(2),
  "state.delete": takes(1, 1, { byDefault: "said" }),
  "state.exists": takes(1, 1, { byDefault: "said" }),
  "state.clear": takes(0),
  "state.list": takes(0, 0, { byDefault: "said" }),
  "query.handler": takes(2, 2, { lists: [1] }),
  "query.try_handler": takes(2, 2, { lists: [1], needs: "try-handler" }),
  "query.get_config": takes(0, 0, { byDefault: "said" }),
  "query.run": takes(0, 0, { byDefault: "ends" }),
  "input.parse_as": takes(1, 1, { byDefault: "said", since: "1.1" }),
  "state.get_as": takes(2, 3, { byDefault: "said", since: "1.1" }),
  "request.params_as": takes(1, 1, { byDefault: "said", since: "1.1" }),
  "stop.requested": takes(0, 0, { byDefault: "said", since: "1.1" }),
  "stop.wait": takes(1, 1, { byDefault: "said", since: "1.1" }),
  on_term: takes(1, 1, { lists: [0], needs: "handles-signals", since: "1.1" }),
  "request.path": takes(0, 0, { byDefault: "said" }),
  "request.values": takes(0, 0, { byDefault: "said" }),
  "request.get": accessor,
  "request.get_string": accessor,
  "request.get_number": accessor,
  "request.get_integer": accessor,
  "request.get_boolean": accessor,
  "request.get_array": accessor,
  "request.get_object": accessor,
  return: takes(0, 1, { byDefault: "ends" }),
  fail: takes(0, 1, { byDefault: "raises" }),
  fail_with: takes(1, 1, { byDefault: "raises", needs: "raises-any-value" }),
  exit: takes(1, 1, { byDefault: "ends" }),
  never: takes(0, 0, { byDefault: "ends", needs: "sees-end-of-work" }),
  background: takes(1, 1, { lists: [0] }),
  print: takes(1),
  eprint: takes(1),
  change: takes(3, 3, { needs: "changes-values" }),
  "environment.set": takes(2, 2, { needs: "sets-environment" }),
  chdir: takes(1, 1, { needs: "changes-directory" }),
  close: takes(1, 1, { needs: "closes-streams" }),
  wait_for: takes(1),
  touch: takes(1),
  parallel: takes(1, 64, { lists: "all" }),
  repeat: takes(2, 2, { lists: [1] }),
  guarded: takes(2, 3, { lists: [0, 1, 2] }),
  wrapped: takes(2, 2, { lists: [1], needs: "wraps-failures", since: "1.1" }),
  at_exit: takes(1, 1, { lists: [0], needs: "exit-hooks" }),
};

/**
 * Kinds of `{$make: kind}`. `sized` and `nested` ones are written `[kind, n]`, with n at least 1 for `nested`; `bytes`
 * ones `[kind, base64]`, and `byte-lists` ones `[kind, [base64, …]]`.
 */
export const makes: Record<string, "plain" | "sized" | "nested" | "bytes" | "byte-lists"> = {
  nan: "plain",
  infinity: "plain",
  "-infinity": "plain",
  "negative-zero": "plain",
  "lone-surrogate": "plain",
  "surrogate-keys": "plain",
  function: "plain",
  bytes: "sized",
  cycle: "plain",
  "non-string-key": "plain",
  "number-key": "plain",
  "null-key": "plain",
  hooked: "plain",
  "failing-hook": "plain",
  "hooked-bytes": "plain",
  undefined: "plain",
  deep: "nested",
  "deep-object": "nested",
  long: "sized",
  "byte-text": "bytes",
  "byte-keys": "byte-lists",
};

export const capabilities = new Set([
  "untyped-arguments",
  "untyped-data",
  "changes-values",
  "typed-get",
  "data-argument",
  "errno-names",
  "any-locale",
  "catches-left-work",
  "quiet-panics",
  "big-integers",
  "keeps-characters",
  "position-in-cause",
  "advice",
  "asynchronous-handlers",
  "sees-end-of-work",
  "raises-any-value",
  "nul-in-failures",
  "wraps-failures",
  "types-of-causes",
  "handles-signals",
  "narrow-integers",
  "dies-by-signals",
  "unwinding-exit",
  "exit-hooks",
  "finally",
  "threads",
  "json-hooks",
  ...Object.keys(makes).map((kind) => `makes-${kind}`),
  "sets-environment",
  "changes-directory",
  "closes-streams",
  "failure-place",
  "try-handler",
  "interrupt",
]);

export const jsonTypes = ["null", "boolean", "number", "integer", "string", "array", "object"];

export const matchers = [
  "$any",
  "$type",
  "$regex",
  "$contains",
  "$one_of",
  "$not",
  "$has",
  "$unordered",
  "$each",
  "$close",
  "$literal",
  "$json",
];

export const signals = [
  "TERM",
  "INT",
  "KILL",
  "HUP",
  "QUIT",
  "USR1",
  "USR2",
  "PIPE",
  "ABRT",
  "SEGV",
  "STOP",
  "CONT",
];
