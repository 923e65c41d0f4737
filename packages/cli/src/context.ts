import type { Client } from "@botyard/client";
import type { Selection } from "./output/select.ts";
import type { Style } from "./output/style.ts";

export type Environment = Record<string, string | undefined>;

/** A stream that text is written to. */
export interface Sink {
  write(text: string | Uint8Array): void;
  readonly isTTY: boolean;
  /** Width of the terminal. */
  readonly columns: number;
  readonly rows: number;
}

/** Prompts; used only if standard input and standard error are a terminal. */
export interface Prompts {
  /** Asks for a secret without echo; `undefined` if cancelled. */
  secret(message: string): Promise<string | undefined>;
  /** Asks for a line; `undefined` if cancelled. */
  line(message: string): Promise<string | undefined>;
}

export interface Clock {
  now(): Date;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The options that every command accepts. */
export interface Globals {
  json?: Selection;
  /** A jq filter that is applied to standard output. */
  jq?: string;
  apiUrl?: string;
  apiKeyStdin: boolean;
  verbose: boolean;
  quiet: boolean;
  colour?: boolean;
}

/** Address and key of the platform, and where they come from. */
export interface Credentials {
  url: string;
  urlFrom: "--api-url" | "PLATFORM_API_URL" | "profile" | "default";
  key?: string;
  keyFrom?: "--api-key-stdin" | "PLATFORM_API_KEY" | "profile";
}

/** The environment of a command. Everything that a command uses from outside is passed in here. */
export interface Context {
  readonly env: Environment;
  readonly cwd: string;
  /** The clone that the command was started from; `undefined` for an installed command. */
  readonly clone: string | undefined;
  readonly version: string;
  /** What the user typed to call the command, such as `npx platform`. */
  readonly name: string;
  /** The folder of the `@botyard/cli` package, with its templates and SDKs. */
  readonly home: string;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly prompts: Prompts;
  /** True if prompts can be used. */
  readonly interactive: boolean;
  /** Reads all of standard input. `what` names its content; a second, different content is refused. */
  readStdin(what: string): Promise<string>;
  /** Aborted on Ctrl-C. */
  readonly signal: AbortSignal;
  /** Adds a listener for SIGINT, SIGTERM and SIGHUP, which then do not end the command. */
  onSignal(listener: (name: string) => void): void;
  readonly globals: Globals;
  /** Colours for standard output. */
  readonly style: Style;
  /** Prints data on standard output: the document with `--json`, otherwise the text. */
  print(document: unknown, text: () => string): void;
  /** Prints a message on standard error, unless `--quiet` is given. */
  note(text: string): void;
  /** Prints a warning on standard error, also with `--quiet`. */
  warn(text: string): void;
  /** Returns the address and the key in use, and where they come from. The key may be absent. */
  credentials(): Promise<Credentials>;
  /** Creates a client for the platform; fails if there is no key. */
  connect(): Promise<Client>;
  /** Settles when all output has passed the `--jq` filter. */
  printed(): Promise<void>;
}
