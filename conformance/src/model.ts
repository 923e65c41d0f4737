import type { Json } from "./json/index.ts";
import type { Call } from "./system-call.ts";

/** One expectation of a JSON value: the value itself, or an object with one `$` key, a matcher. */
export type Matcher = Json;

/** A case as the loader returns it: short forms are written out, numbers keep the author's text. */
export interface Case {
  /**
   * Unique and never reused: the area, a dot, and words with hyphens; followed by `/variant` if it comes from a
   * table.
   */
  id: string;
  /** The id without `/variant`. */
  template: string;
  area: string;
  /** A sentence that a user would recognise. */
  title: string;
  /** Ids of the contract's clauses that the case observes. */
  clauses: string[];
  /** First and last version of the contract that requires what it expects; absent: the first one, the newest one. */
  since?: string;
  until?: string;
  /** Capabilities without which a testee does not owe the case. */
  needs: string[];
  /** Run once for every ordered pair of testees; the second one runs the steps with `by: peer`. */
  pairs: boolean;
  steps: Step[];
  /** Observation mutations that this case is allowed not to notice, each with the reason. */
  tolerates: { mutation: string; reason: string }[];
  /** The file that defines it. */
  file: string;
  line: number;
}

/** One process: a scheduled run, one query, or a query server. */
export interface Step {
  kind: "run" | "query" | "serve";
  by: "testee" | "peer";
  /** Variables that override the runner's environment of the step; null unsets one. */
  env: Record<string, string | null>;
  /** Files created before the start, by path below the case's folder. */
  files: Record<string, GivenFile>;
  ops: Op[];
  streams: { stdout: Stream; stderr: Stream };
  /** Ports of 127.0.0.1 that are in use while the step runs. */
  occupied: string[];
  /** Sent to the process once the file exists below the code folder. */
  signal: { send: string; when: string } | null;
  /** Exchanges with a served bot, in order. */
  requests: Exchange[];
  /** Signal that ends a served bot after the exchanges; `none`: it ends by itself. */
  stop: "TERM" | "INT" | "KILL" | "none";
  expect: Expect;
}

/**
 * `file`: as on the platform; `full`: a device without space; `broken`: a pipe without a reader; `unread`: a pipe whose
 * reader reads nothing before the process ends.
 */
export type Stream = "file" | "pipe" | "full" | "broken" | "unread";
export type GivenFile =
  | { text: string }
  /** Base64. */
  | { bytes: string }
  | { folder: true }
  | { link: string }
  | { pipe: true };

/** One call that the adapter makes, and its expected outcome. The adapter receives only the call. */
export interface Op {
  /** Its position: `3`, or `3.1.2` for the second op of the first list in the third op. */
  id: string;
  op: string;
  /** An argument that is a list of ops is null here; the ops are in `lists`. */
  args: Json[];
  /** `at`: the argument's index. */
  lists: { at: number; ops: Op[] }[];
  /** Keeps the value for `{$var: name}`. */
  as: string | null;
  /** Rethrows a failure after it is noted. */
  uncaught: boolean;
  outcome: Outcome;
}

export type Outcome =
  | { kind: "value"; value: Matcher }
  | { kind: "fails"; code: string | null; message: Matcher | null; cause: Matcher | null }
  /** The call does not return. */
  | { kind: "ends" }
  | { kind: "never-reached" }
  /** Any outcome; the case checks its effect elsewhere. */
  | { kind: "any" };

export type Exchange =
  | { do: "ask"; request: Request; later: string | null; expect: Answer | null }
  | { do: "answer-of"; name: string; expect: Answer }
  /** Bytes (as Latin-1 text) in parts: each part is sent when the server has read the previous one. */
  | { do: "raw"; connection: string; send: string[]; expect: RawExpect }
  | { do: "connect"; connection: string }
  | { do: "close"; connection: string }
  /** Waits until the server refuses connections. */
  | { do: "refused"; connection: string }
  | { do: "touch" | "wait-for"; file: string }
  /** Waits until a whole line of standard error contains the text. */
  | { do: "wait-for-line"; text: string }
  | { do: "signal"; send: string };

export interface Request {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: { text: string } | { bytes: string } | { chunks: string[] } | null;
  /** Name of the kept connection to use; `own`: a new connection. */
  connection: string;
}

/** The expected response to raw bytes. */
export interface RawExpect {
  answers: Answer[];
  /** Whether the server closes the connection afterwards; null: either. */
  closed: boolean | null;
  /** Status that one more answer before the connection closes may have; null: not expected to close this way. */
  endsWith: Matcher | null;
}

export interface Answer {
  status: Matcher;
  body: Matcher;
  headers: Record<string, Matcher>;
  /** Whether the server's HTTP library may instead refuse the request with 400; the rest of that answer is not checked. */
  mayRefuse?: true;
}

/** The expected result of a step. What is not named must not happen. */
export interface Expect {
  /** Matcher of the exit code, the signal that ended the process, or any failure that the process ends with by itself. */
  exit: { code: Matcher } | { signal: string } | { nonzero: true };
  /** Matcher of a list of `[type, data]`. */
  metrics: Matcher;
  /** Matcher of a list of `[level, message]` or `[level, message, data]`. */
  logs: Matcher;
  /**
   * Matcher of a list of `[path, message]` or `[path, message, the rest of the data]`; if absent, the records that
   * the expected answers require.
   */
  failures?: Matcher;
  /** Lines of standard output that are not metrics. */
  stdout: Matcher;
  /** Lines of standard error that are not log lines of the SDK. */
  stderr: Matcher;
  /** The document at RESULT_PATH; `unchanged`: the file of before the step. */
  result: { json: Matcher } | { text: string } | "none" | "unchanged";
  /** By file name in STATE_DIR; null: unchanged. */
  state: Record<string, Matcher> | null;
  /** Other paths below the case's folder that were created, changed or removed. */
  files: Record<string, ExpectedFile>;
  /**
   * What must be flushed to disk before it is put in place: the files of the keys, with their directory [ST-6], and the
   * file at RESULT_PATH [RES-4]. The system calls of the process are then traced.
   */
  durable?: ("state" | "result")[];
  /** Streams of which each line must be passed to the system in one write; the system calls are then traced. */
  oneWrite?: ("stdout" | "stderr")[];
}

export type ExpectedFile =
  | { json: Matcher }
  | { text: string }
  | { folder: true }
  | { absent: true }
  | { any: true };

/** What the runner observed in one step: plain data, so that it can be stored, changed and judged again. */
export interface Observation {
  /** Times before the start and after the end of the process, in milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  exit: { code: number } | { signal: string } | { timeout: true };
  /** The bytes as Latin-1 text; null if they exceed the runner's limit. */
  stdout: string | null;
  stderr: string | null;
  /** The adapter's trace, raw. */
  trace: string;
  before: Record<string, SeenFile>;
  after: Record<string, SeenFile>;
  /** Paths of files from before the step that were overwritten in place. */
  torn: string[];
  /** Names of files created next to the case's folder. */
  strays: string[];
  /** Names that appeared, even briefly, in the folders of state and result. */
  names: { folder: string; name: string }[];
  /** Command lines of processes that outlived the step. */
  leftOver: string[];
  exchanges: SeenExchange[];
  /** Index of the exchange that was waiting when the time limit was reached; absent: none. */
  waiting?: number;
  /** Whether a served bot accepted connections. */
  ready: boolean;
  /** Whether the port still accepted connections after the process ended. */
  listening: boolean;
  /** Bytes that the served bot sent beyond its answers, as Latin-1 text. */
  unasked: string;
  /** System calls on files; absent: they were not traced. */
  calls?: Call[];
  /** The environment of the process. */
  env: Record<string, string>;
  /** The values of `${nonce}`, `${dir}` and `${port}`. */
  placeholders: Record<string, string>;
}

export type SeenFile =
  | { kind: "file"; bytes: string }
  | { kind: "folder" }
  | { kind: "link"; to: string }
  | { kind: "other" };

/** The response to one exchange. */
export interface SeenExchange {
  answers: SeenAnswer[];
  closed: boolean;
  /** Why the exchange failed, in one sentence. */
  problem: string | null;
}

export interface SeenAnswer {
  status: number;
  /** In the order and case in which they were sent. */
  headers: [string, string][];
  /** The bytes as Latin-1 text. */
  body: string;
  /** How it violates HTTP. */
  malformed: string | null;
}

export type Verdict =
  | "pass"
  | "fail"
  | "error"
  | "crash"
  | "timeout"
  | "known-fail"
  | "stale-known"
  | "not-run";

/** One difference between what was expected and what was observed. */
export interface Failure {
  /** `fail`, unless the process crashed, timed out, or violated the adapter's protocol. */
  verdict: "fail" | "error" | "crash" | "timeout";
  /** The place: `step 2, op 3 state.get`. */
  at: string;
  /** What was expected and what was seen; texts of this run are replaced by their placeholders. */
  text: string;
  /** With an unexpected end: the last lines of the process's standard error. */
  stderr?: string[];
}

/** The verdict of one case for one testee. */
export interface Delivered {
  testee: string;
  /** The second testee of a pair. */
  peer: string | null;
  case: string;
  area: string;
  clauses: string[];
  verdict: Verdict;
  failures: Failure[];
  seconds: number;
}

/** A testee as its `testee.yaml` describes it. */
export interface Testee {
  name: string;
  language: string;
  /** The version of the contract that it keeps. */
  contract: string;
  /** Its folder. */
  dir: string;
  /** Commands that are run once in the folder before the first case. */
  build: string[][];
  /** The command that starts the adapter. */
  start: string[];
  /** Variables that override the runner's environment. */
  env: Record<string, string>;
  /** Time limit of one step, in seconds. */
  limit: number;
  /** Names of entries that its runtime leaves in `TMPDIR`, each with the reason; `*` stands for any characters. */
  leaves: Record<string, string>;
  /** Capabilities that it lacks, each with the reason. */
  lacks: Record<string, string>;
  /**
   * What a failure record holds of the failure that the op `fail` raises; `line` is text of exactly one line of the
   * file.
   */
  fails?: { type: string; file: string; line: string };
  knownFailures: KnownFailure[];
}

export interface KnownFailure {
  case: string;
  /** Place and text of the first failure, exactly as reported. */
  fails: string;
  reason: string;
  since: string;
  line: number;
}
