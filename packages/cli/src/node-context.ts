import { createReadStream } from "node:fs";
import { createClient, type Exchange } from "@botyard/client";
import { readExactJson } from "@botyard/core";
import type { Context, Credentials, Globals, Sink } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";
import { Failure, usage } from "./failure.ts";
import { asCalled } from "./output/as-called.ts";
import { clean } from "./output/clean.ts";
import { filtered } from "./output/jq.ts";
import { select } from "./output/select.ts";
import { styleFor, wantsColour } from "./output/style.ts";
import { resolveCredentials } from "./profile/credentials.ts";
import { profileDir } from "./profile/place.ts";

/** The parts of the context that come from the process and are the same for every command. */
export interface Host {
  version: string;
  name: string;
  home: string;
  clone: string | undefined;
  signal: AbortSignal;
  onSignal(listener: (name: string) => void): void;
}

/** Creates the context of a real process: its streams, environment, clock and network. */
export function nodeContext(host: Host, globals: Globals): Context {
  const { env } = process;
  const through = globals.jq === undefined ? undefined : filtered(sink(process.stdout), globals.jq);
  const stdout = through?.sink ?? sink(process.stdout);
  const stderr = sink(process.stderr);
  const interactive = process.stdin.isTTY === true && stderr.isTTY && !env.CI;
  let found: Promise<Credentials> | undefined;
  let input: { what: string; text: Promise<string> } | undefined;
  const readStdin = (what: string) => {
    if (input && input.what !== what) throw usage(`Standard input cannot be both ${what} and ${input.what}.`);
    input ??= { what, text: readAll() };
    return input.text;
  };
  const credentials = () =>
    (found ??= resolveCredentials(env, globals, profileDir(env, host.clone), readStdin));
  const context: Context = {
    ...host,
    env,
    cwd: process.cwd(),
    stdout,
    stderr,
    globals,
    interactive,
    fetch: (...args) => fetch(...args),
    style: styleFor(wantsColour(env, stdout.isTTY, globals.colour)),
    clock: { now: () => new Date(), sleep },
    prompts: {
      secret: async (message) =>
        asked(await (await import("@clack/prompts")).password({ message, output: process.stderr })),
      line: async (message) =>
        asked(await (await import("@clack/prompts")).text({ message, output: process.stderr })),
    },
    readStdin,
    print: (document, text) => {
      if (globals.json) stdout.write(`${JSON.stringify(select(document, globals.json), null, 2)}\n`);
      else stdout.write(text());
    },
    note: (text) => {
      if (!globals.quiet) stderr.write(`${clean(asCalled(host.name, text))}\n`);
    },
    warn: (text) => stderr.write(`warning: ${clean(asCalled(host.name, text))}\n`),
    credentials,
    printed: async () => through?.done(),
    connect: async () => {
      const { url, key } = await credentials();
      if (!key) throw notSignedIn(url);
      return createClient({
        url,
        key,
        userAgent: `platform/${host.version}`,
        signal: host.signal,
        parse: readExactJson,
        ...(globals.verbose ? { onExchange: (exchange) => stderr.write(traced(exchange)) } : {}),
      });
    },
  };
  return context;
}

export function notSignedIn(url: string): Failure {
  return new Failure(exitCodes.auth, `There is no API key for ${url}.`, {
    next: ["platform auth login", "platform auth login --with-token < admin.key    (without a prompt)"],
  });
}

function sink(stream: NodeJS.WriteStream): Sink {
  return {
    write: (text) => void stream.write(text),
    isTTY: stream.isTTY === true,
    columns: stream.columns || 80,
    rows: stream.rows || 24,
  };
}

function traced({ method, url, status, milliseconds, requestId, attempt }: Exchange): string {
  const again = attempt > 1 ? ` attempt ${attempt}` : "";
  return `> ${method} ${url} ${status ?? "no answer"} ${milliseconds}ms${requestId ? ` ${requestId}` : ""}${again}\n`;
}

const asked = (answer: string | symbol): string | undefined =>
  typeof answer === "string" ? answer : undefined;

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream("", { fd: 0, autoClose: false })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (signal?.aborted) done();
    signal?.addEventListener("abort", done, { once: true });
  });
}
