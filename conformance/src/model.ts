import type { Json } from "./json/index.ts";

/** One expectation of a JSON value: the value itself, or an object with one `$` key, a matcher. */
export type Matcher = Json;

/** A case, as the lock file holds it: every sugar of the YAML is gone, every number still the author's own text. */
export interface Case {
  /** Unique for ever: the area, a dot, and words with hyphens; `/variant` behind it when a table made it. */
  id: string;
  /** The id without `/variant`. */
  template: string;
  area: string;
  /** A sentence that a user would recognise. */
  title: string;
  /** Ids of the contract's clauses that the case observes. */
  clauses: string[];
  /** Capabilities without which a testee does not owe the case. */
  needs: string[];
  /** Run once for every ordered pair of testees: steps `by: peer` are the second one's. */
  pairs: boolean;
  steps: Step[];
  /** Observation mutations that this case lets live, each with the reason. */
  tolerates: { mutation: string; reason: string }[];
  /** Where it is written. */
  file: string;
  line: number;
}

/** One process: a scheduled run, one query, or a query server. */
export interface Step {
  kind: "run" | "query" | "serve";
  by: "testee" | "peer";
  /** Above the runner's own environment of the step; null unsets. */
  env: Record<string, string | null>;
  /** Made in the case's folder before the start, by path from there. */
  files: Record<string, GivenFile>;
  ops: Op[];
  streams: { stdout: Stream; stderr: Stream };
  /** Ports of 127.0.0.1 that are taken while the step runs. */
  occupied: string[];
  /** Sent to the process once the file is there (below the code folder). */
  signal: { send: string; when: string } | null;
  /** What is done with a served bot, in order. */
  requests: Exchange[];
  /** How a served bot is ended when the exchanges are over; `none`: it ends by itself. */
  stop: "TERM" | "INT" | "KILL" | "none";
  expect: Expect;
}

/** `file`: as the platform gives it; `broken`: a pipe that nobody reads. */
export type Stream = "file" | "pipe" | "full" | "broken";
export type GivenFile =
  | { text: string }
  /** Base64. */
  | { bytes: string }
  | { folder: true }
  | { link: string }
  | { pipe: true };

/** One call that the adapter makes, and what has to come of it. The runner hands on only what the adapter needs. */
export interface Op {
  /** Its place: `2`, or `2.0.1` for the second op of the first list in the third op. */
  id: string;
  op: string;
  /** Where a list of ops stands there is null here, and the ops are in `lists`. */
  args: Json[];
  /** `at`: the argument's index. */
  lists: { at: number; ops: Op[] }[];
  /** Keeps the value for `{$var: name}`. */
  as: string | null;
  /** Lets a failure out instead of noting it. */
  uncaught: boolean;
  outcome: Outcome;
}

export type Outcome =
  | { kind: "value"; value: Matcher }
  | { kind: "fails"; code: string | null; message: Matcher | null; cause: Matcher | null }
  /** The call never comes back. */
  | { kind: "ends" }
  | { kind: "never-reached" }
  /** Whatever comes of it is asserted elsewhere. */
  | { kind: "any" };

export type Exchange =
  | { do: "ask"; request: Request; later: string | null; expect: Answer | null }
  | { do: "answer-of"; name: string; expect: Answer }
  /** Bytes (as latin-1 text), part by part: each is sent when the server has taken the one before. */
  | { do: "raw"; connection: string; send: string[]; expect: RawExpect }
  | { do: "connect"; connection: string }
  | { do: "close"; connection: string }
  /** Goes on once the server lets nobody in any more. */
  | { do: "refused"; connection: string }
  | { do: "touch" | "wait-for"; file: string }
  | { do: "signal"; send: string };

export interface Request {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: { text: string } | { bytes: string } | { chunks: string[] } | null;
  /** Asked on the kept connection of this name; `own`: on a new one. */
  connection: string;
}

/** What comes back of bytes. */
export interface RawExpect {
  answers: Answer[];
  /** Whether the server closes the connection behind them; null: either. */
  closed: boolean | null;
  /** It closes, at once or after one more answer whose status fits; null: nothing of the kind. */
  endsWith: Matcher | null;
}

export interface Answer {
  status: Matcher;
  body: Matcher;
  headers: Record<string, Matcher>;
}

/** What has to be seen of a step. What is not named may not happen. */
export interface Expect {
  /** An exit code, `nonzero`, or the signal the process died of. */
  exit: { code: Matcher } | { signal: string };
  /** Of `[type, data]`. */
  metrics: Matcher;
  /** Of `[level, message]` or `[level, message, data]`. */
  logs: Matcher;
  /** Of `[path, message]` or `[path, message, the rest of the data]`; where absent, what the expected answers owe. */
  failures?: Matcher;
  /** Lines of standard output that are no metrics. */
  stdout: Matcher;
  /** Lines of standard error that are no log lines of the SDK. */
  stderr: Matcher;
  /** The document at RESULT_PATH; null: none, `unchanged`: what was there before. */
  result: { json: Matcher } | { text: string } | "none" | "unchanged";
  /** By file name in STATE_DIR; null: as it was before the step. */
  state: Record<string, Matcher> | null;
  /** Other paths below the case's folder that came, changed or went. */
  files: Record<string, ExpectedFile>;
}

export type ExpectedFile =
  | { json: Matcher }
  | { text: string }
  | { folder: true }
  | { absent: true }
  | { any: true };

/** What the runner saw of one step: plain data, so that it can be kept, changed and judged again. */
export interface Observation {
  /** Moments by the runner's clock around the process, in milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  exit: { code: number } | { signal: string } | { timeout: true };
  /** Latin-1 text of the bytes, so that every byte survives; null: too much to be kept. */
  stdout: string | null;
  stderr: string | null;
  /** The adapter's trace, raw. */
  trace: string;
  before: Record<string, SeenFile>;
  after: Record<string, SeenFile>;
  /** Bytes of files from before the step that were written over in place. */
  torn: string[];
  /** What came to be beside the case's folder. */
  strays: string[];
  /** Names that appeared, however briefly, in the folders of state and result. */
  names: { folder: string; name: string }[];
  /** Command lines of processes that outlived the step. */
  leftOver: string[];
  exchanges: SeenExchange[];
  /** A served bot came to accept connections. */
  ready: boolean;
  /** A served bot's port accepts still, after its end. */
  listening: boolean;
  /** What came from the served bot behind the answers to whole questions. Latin-1 text of the bytes. */
  unasked: string;
  /** The environment the step ran with. */
  env: Record<string, string>;
  /** What stood for `${nonce}`, `${dir}`, `${port}`. */
  placeholders: Record<string, string>;
}

export type SeenFile =
  | { kind: "file"; bytes: string }
  | { kind: "folder" }
  | { kind: "link"; to: string }
  | { kind: "other" };

/** What came back on one exchange. */
export interface SeenExchange {
  answers: SeenAnswer[];
  closed: boolean;
  /** What kept the exchange from happening, in one sentence. */
  problem: string | null;
}

export interface SeenAnswer {
  status: number;
  /** In order, as sent. */
  headers: [string, string][];
  /** Latin-1 text of the bytes. */
  body: string;
  /** What was not HTTP about it. */
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

/** One way in which what was seen is not what was expected. */
export interface Failure {
  /** `fail` unless the process crashed, hung, or the testee broke the adapter's protocol. */
  verdict: "fail" | "error" | "crash" | "timeout";
  /** Where: `step 2, op 3 state.get`. */
  at: string;
  /** What was expected and what was seen, without this run's own names. */
  text: string;
}

/** What was owed and what came. */
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

/** A testee, as its `testee.yaml` says. */
export interface Testee {
  name: string;
  language: string;
  /** Its folder. */
  dir: string;
  /** Run once, in the folder, before the first case. */
  build: string[][];
  /** Starts the adapter. */
  start: string[];
  /** Above the runner's own environment. */
  env: Record<string, string>;
  /** Seconds for one step. */
  limit: number;
  /** Capabilities that it has not, each with the reason. */
  lacks: Record<string, string>;
  /** What a failure record says of what the op `fail` raises; `line` is a text that stands in one line of the file only. */
  fails?: { type: string; file: string; line: string };
  knownFailures: KnownFailure[];
}

export interface KnownFailure {
  case: string;
  /** The first failure's place and text, exactly. */
  fails: string;
  reason: string;
  since: string;
  line: number;
}
