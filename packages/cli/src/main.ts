import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { nodeContext } from "./node-context.ts";
import { calledAs } from "./output/as-called.ts";
import { clean } from "./output/clean.ts";
import { runProgram } from "./program/run.ts";
import { explain } from "./report.ts";

/** Runs `platform` in this process and exits with the exit code of the command. Called by bin/platform.mjs only. */
export async function main(
  argv: readonly string[],
  host: { version: string; home: string; clone: string | undefined },
): Promise<never> {
  const name = calledAs(process.env, process.argv[1]);
  const interrupt = new AbortController();
  const listeners: ((name: string) => void)[] = [];
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (listeners.length > 0) for (const listener of listeners) listener(name);
      else if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
      else interrupt.abort(new Error("interrupted"));
    });
  }
  const interrupted = new Promise<ExitCode>((resolve) => {
    // A command has this long to clean up after Ctrl-C.
    interrupt.signal.addEventListener("abort", () => setTimeout(resolve, 500, exitCodes.interrupted).unref());
  });
  const program = {
    version: host.version,
    name,
    write: (text: string) => void process.stdout.write(text),
    makeContext: (globals: Parameters<typeof nodeContext>[1]) =>
      nodeContext(
        { ...host, name, signal: interrupt.signal, onSignal: (listener) => void listeners.push(listener) },
        globals,
      ),
  };
  const done = runProgram(program, argv).catch((error: unknown): ExitCode => {
    if (interrupt.signal.aborted) return exitCodes.interrupted;
    const { exitCode, lines } = explain(error, process.env, name);
    process.stderr.write(`${clean(lines.join("\n"))}\n`);
    if (argv.includes("--verbose") && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return exitCode;
  });
  // A command may wait for something that does not keep the event loop alive, such as a bot that it started.
  const alive = setInterval(() => {}, 60_000);
  const code = await Promise.race([done, interrupted]);
  clearInterval(alive);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(interrupt.signal.aborted ? exitCodes.interrupted : code);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write("", () => resolve()));
}
