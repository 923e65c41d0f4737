import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Toolchain } from "../../../repo/src/run/toolchains.ts";
import type { Reason } from "../../src/index.ts";

/** What a client speaks. */
export type Protocol = "HTTP/1.1" | "HTTP/2" | "WebSocket" | "gRPC";

/** A program that reaches a host by the client of a library, or of a language. */
export interface Client {
  name: string;
  version: string;
  over: Protocol;
  /** The program, in the folder of its language; its last argument is what it asks. */
  argv: string[];
  /** What it shows when it is refused: a part of its output. */
  refused: string;
  /** Why it is refused even by a host that is listed, if it is. */
  reason?: Reason;
  /** Whether it needs packages from a registry, or a build that takes long. */
  thorough?: true;
  /** What it asks, if that is not a URL of the host (`listed`) or of the other one. */
  asks?: { listed: string; other: string };
  /** What it shows, if that is not the version of HTTP or the message that was sent back. */
  shows?: string;
}

/** The clients of a language. */
export interface Language {
  name: string;
  /** The folder of its programs and their manifests, if there are any. */
  folder?: string;
  /** Without it, none of its clients is run. */
  needs?: Toolchain;
  clients: Client[];
  /** Builds the programs in a copy of the folder. */
  prepare?(build: Build): Promise<void>;
}

export interface Build {
  /** Runs a program in the folder. */
  run(file: string, ...args: string[]): Promise<void>;
  isThorough: boolean;
  /** The file of the authority that the clients are to trust. */
  authority: string;
}

/** Returns how a build runs programs in a folder. */
export const runIn =
  (cwd: string): Build["run"] =>
  async (file, ...args) => {
    await promisify(execFile)(file, args, { cwd, maxBuffer: 1 << 26 });
  };

/** The version that a program of the machine has is not known here. */
export const ofTheMachine = "of the machine";

/** Returns the version that a file of this folder pins; `pin` has one group. */
export function pinned(file: string, pin: RegExp): string {
  const found = pin.exec(readFileSync(join(import.meta.dirname, file), "utf8"));
  if (found === null) throw new Error(`${file} does not have ${pin}.`);
  return found[1]!;
}
