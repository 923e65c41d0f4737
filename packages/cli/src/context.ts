import type { Client } from "@botyard/client";
import type { Selection } from "./output/select.ts";
import type { Style } from "./output/style.ts";
import type { Credentials } from "./profile/credentials.ts";

export type Environment = Record<string, string | undefined>;

/** A stream that text is written to. */
export interface Sink {
  write(text: string | Uint8Array): void;
  readonly isTTY: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  readonly rows: number;
}

/** Questions for a person; only asked where standard input and standard error are a terminal. */
export interface Prompts {
  /** A secret, typed unseen; `undefined` when declined. */
  secret(message: string): Promise<string | undefined>;
  /** A line; `undefined` when declined. */
  line(message: string): Promise<string | undefined>;
}

export interface Clock {
  now(): Date;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** What came with the command whatever the command is. */
export interface Globals {
  json?: Selection;
  /** A jq filter that standard output goes through. */
  jq?: string;
  apiUrl?: string;
  apiKeyStdin: boolean;
  verbose: boolean;
  quiet: boolean;
  colour?: boolean;
}

/** Everything a command may touch, handed in: the same command runs in a terminal, in a test, in a page. */
export interface Context {
  readonly env: Environment;
  readonly cwd: string;
  /** The clone that the command was started from, when it was. */
  readonly clone: string | undefined;
  readonly version: string;
  /** The folder of the command's own package: its templates and SDKs. */
  readonly home: string;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly prompts: Prompts;
  /** A person is there to answer. */
  readonly interactive: boolean;
  /** All of standard input; it can be only one thing, and `what` says which. */
  readStdin(what: string): Promise<string>;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
  /** Calls on every SIGINT and SIGTERM instead of ending; for commands that run until told otherwise. */
  onSignal(listener: (name: string) => void): void;
  readonly globals: Globals;
  /** Paints standard output. */
  readonly style: Style;
  /** Data: the document for `--json`, otherwise the text. */
  print(document: unknown, text: () => string): void;
  /** A sentence beside the data, on standard error; silent with `--quiet`. */
  note(text: string): void;
  /** Like a note, and not to be silenced. */
  warn(text: string): void;
  /** The address and the key that win. Without a key it is a failure, unless `optional`. */
  credentials(): Promise<Credentials>;
  connect(): Promise<Client>;
  /** Settles when everything that was printed is through `--jq`. */
  printed(): Promise<void>;
}
