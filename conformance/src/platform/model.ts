import type { JsonObject, Json as JsonValue } from "../json/index.ts";
import type { KnownFailure, Matcher } from "../model.ts";

/** A case of the platform: requests, tool calls and commands, each with what must come back. */
export interface PlatformCase {
  /** Unique: the area, a dot, and words with hyphens; followed by `/variant` if it comes from a table. */
  id: string;
  /** The id without `/variant`. */
  template: string;
  area: string;
  title: string;
  /** Sections of the documents that it observes: `rest#queries`. */
  from: string[];
  /** Capabilities without which a testee does not owe the case. */
  needs: string[];
  /** It waits for a clock, up to a minute: it runs if it is named, and with all others on demand. */
  slow: boolean;
  given: Given;
  steps: PlatformStep[];
  file: string;
  line: number;
}

/** What exists before the first step. */
export interface Given {
  /** Settings of the platform: the case runs on one of its own, or on that of other cases with the same settings. */
  settings: Record<string, string>;
  /** Users that only this case has, besides the shared `alice` and `bob`. */
  users: string[];
  /** Packages to upload, each for one user. */
  packages: { name: string; owner: string }[];
  bots: GivenBot[];
}

export interface GivenBot {
  /** Its name in placeholders: `${bot.name}`. */
  name: string;
  owner: string;
  package: string;
  /** Fields of the instance configuration that replace the default ones. */
  instance: JsonObject;
  /** Status to wait for; null: none. */
  status: string | null;
}

export type PlatformStep =
  | { kind: "requests"; requests: PlatformRequest[] }
  | { kind: "together"; requests: PlatformRequest[]; tally: Record<string, number> | null }
  | { kind: "mcp"; calls: ToolCall[] }
  | { kind: "cli"; commands: CliCommand[] }
  /** `client` is the name of the connection, which stays open until the end of the case. */
  | { kind: "stream"; client: string; acts: StreamAct[] }
  | { kind: "same"; names: string[] };

export interface PlatformRequest {
  method: string;
  /** A path below the API root, or a URL that begins with `${base_url}`. */
  target: string;
  /** Name of the key to send: `alice`, `alice.read`; null: none. */
  key: string | null;
  /** Replaces the headers of the runner; null: omits one. */
  headers: Record<string, string | null>;
  body: Body | null;
  expect: ExpectedAnswer | null;
  keep: Record<string, string>;
  /** Name under which the answer is kept for a step `same`. */
  as: string | null;
  /** Seconds within which the answer must be as expected; the request is repeated until it is. */
  within: number | null;
}

export type Body =
  | { json: JsonValue }
  | { text: string }
  /** Base64. */
  | { bytes: string }
  /** An archive of these files. */
  | { archive: PackageFiles }
  /** An archive with these members, valid or not. */
  | { members: Member[] }
  /** The list of these files. */
  | { list: PackageFiles }
  /** An archive of the contents of these files, named by their SHA-256. */
  | { contents: PackageFiles };

/** Files of a package; `of` names one whose files it has unless they are replaced. Null removes a file. */
export interface PackageFiles {
  of: string | null;
  files: Record<string, string | null>;
  version: string | null;
}

export interface Member {
  path: string;
  text: string;
  /** `file`, `folder`, or a kind that a package must not contain. */
  kind: "file" | "folder" | "link" | "symlink" | "device" | "fifo";
  /** Number of times that the text is repeated. */
  times: number;
}

export interface ExpectedAnswer {
  status: Matcher | null;
  /** Null: the header must be absent. */
  headers: Record<string, Matcher>;
  json?: Matcher;
  text?: Matcher;
  empty: boolean;
  /** Code of a problem document; its status and title are those of the table of errors. */
  problem: string | null;
  detail?: Matcher;
  errors?: Matcher;
  missing?: Matcher;
  hint?: Matcher;
  elapsed?: { most: number };
}

/** How a client opens the conversation: with bare JSON-RPC, as revision 2025-11-25, or as revision 2026-07-28. */
export type Opening = "bare" | "legacy" | "modern";

export interface ToolCall {
  opening: Opening;
  key: string | null;
  /** A tool to be called, or a method of the protocol. */
  call: { tool: string; arguments: JsonValue } | { method: string; params: JsonValue | null };
  expect: ExpectedCall;
  keep: Record<string, string>;
  as: string | null;
  within: number | null;
}

export interface ExpectedCall {
  status: Matcher;
  headers: Record<string, Matcher>;
  outcome:
    | { kind: "value"; value: Matcher }
    | { kind: "tool-error"; message: Matcher; advice: Matcher | null }
    | { kind: "result"; result: Matcher }
    | { kind: "error"; code: Matcher; message: Matcher; data: Matcher | null };
  /** Maximum size of the body in bytes. */
  bytes: number | null;
}

/** What a client of the stream does, or what must reach it next. */
export type StreamAct =
  | { kind: "open"; key: string | null; headers: Record<string, string | null> }
  | { kind: "send"; data: { json: JsonValue } | { text: string } | { bytes: string } }
  /** `where`: only messages that match count; others are left for later. */
  | { kind: "receive"; messages: Matcher[]; where: Matcher | null; within: number }
  | { kind: "closed"; code: Matcher; reason: Matcher; within: number };

export interface CliCommand {
  args: string[];
  /** Key in the environment; null: none. */
  key: string | null;
  env: Record<string, string>;
  /** Files written into the folder before the command. */
  files: Record<string, string>;
  /** Package whose files are copied into the folder before the command. */
  folder: string | null;
  stdin: string;
  expect: {
    exit: Matcher;
    stdout?: Matcher;
    json?: Matcher;
    stderr?: Matcher;
  };
  keep: Record<string, string>;
  within: number | null;
}

/** A platform that is tested. */
export interface PlatformTestee {
  name: string;
  lacks: Record<string, string>;
  knownFailures: KnownFailure[];
  /** Starts it, or connects to it. */
  open(): Promise<OpenPlatform>;
}

export interface OpenPlatform {
  /** `http://127.0.0.1:7070`, without a slash at the end. */
  baseUrl: string;
  /** Address for the preparations of the cases, which are not judged; that of the proxy's target if there is a proxy. */
  directUrl: string;
  /** Key of an operator, who may create keys for other users; null: nothing can be prepared, and names are invented. */
  adminKey: string | null;
  /** Whether it goes on running after the suite. */
  isKept: boolean;
  /** The command line, without arguments. */
  cli: string[];
  /** Capabilities that turned out to be missing, with the reason. */
  lacks: Record<string, string>;
  /** Starts a platform of the same kind with other settings. */
  withSettings(settings: Record<string, string>): Promise<OpenPlatform>;
  close(): Promise<void>;
}
