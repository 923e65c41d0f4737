#!/usr/bin/env node
import { CommanderError } from "commander";
import { BadInput } from "./bad-input.ts";
import { fuzzCommand } from "./command/fuzz.ts";
import { loadSetting, versionOf } from "./command/load-setting.ts";
import { type Exit, mainCommand } from "./command/main-command.ts";
import { mutantsCommand } from "./command/mutants.ts";
import { lockCommand, pinCommand } from "./command/spec.ts";
import { platformCommand, platformMutantsCommand } from "./platform/command.ts";
import { programOf } from "./program.ts";

// One Ctrl-C may arrive twice: from the terminal, and forwarded by the parent process.
const oneKeyMs = 500;
const stop = new AbortController();
let stopped = 0;
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.on(name, () => {
    // The first signal lets the running cases finish; the second one exits at once.
    if (stop.signal.aborted && performance.now() - stopped > oneKeyMs) process.exit(2);
    if (!stop.signal.aborted) stopped = performance.now();
    stop.abort();
  });
}

process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  // A reader that closes the pipe early (`| head`) is not an error: the run continues and keeps its exit code.
  if (code === "EPIPE") return;
  process.stderr.write(`botyard-conformance: standard output cannot be written to (${code})\n`);
  process.exit(2);
});
process.stderr.on("error", () => {});

const print = (text: string): void => void process.stdout.write(`${text}\n`);

let exit: Exit = 0;
const program = programOf(
  versionOf(),
  {
    run: async (request) => mainCommand(request, await loadSetting(request), stop.signal, print),
    lock: () => lockCommand(print),
    pin: async (clauses) => pinCommand(clauses, print),
    mutants: (request) => mutantsCommand(request, stop.signal, print),
    fuzz: (request) => fuzzCommand(request, stop.signal, print),
    platformMutants: (request) => platformMutantsCommand(request, stop.signal, print),
    platform: (request) => platformCommand(request, stop.signal, print),
  },
  (code) => {
    exit = code;
  },
);
try {
  await program.parseAsync();
} catch (error) {
  exit = refused(error);
}
process.exitCode = exit;

function refused(error: unknown): Exit {
  // Commander has printed the message; help and version are not errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (!(error instanceof BadInput)) throw error;
  process.stderr.write(`${error.message}\n`);
  return 2;
}
