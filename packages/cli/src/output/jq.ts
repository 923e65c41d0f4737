import type { Sink } from "../context.ts";
import { type Failure, failed, usage } from "../failure.ts";

/** Output that passes through a jq filter. */
export interface Filtered {
  /** Each text written to it is one JSON document. */
  sink: Sink;
  /** Settles when all output has passed; rejects if the filter failed. */
  done(): Promise<void>;
}

/**
 * Checks a filter before the command runs.
 *
 * @throws {Failure} exit code 2 if it is not a valid jq filter
 */
export async function checkFilter(filter: string): Promise<void> {
  // With empty input jq compiles the filter and does not run it.
  await run("", filter);
}

/**
 * Filters output with jq: strings are printed as text, other values as JSON on one line. Numbers keep all their
 * digits.
 */
export function filtered(sink: Sink, filter: string): Filtered {
  let before: Promise<unknown> = Promise.resolve();
  return {
    sink: {
      ...sink,
      write(text) {
        const document = typeof text === "string" ? text : new TextDecoder().decode(text);
        before = before.then(async () => {
          const found = document.trim() === "" ? "" : await run(document, filter);
          if (found !== "") sink.write(`${found}\n`);
        });
        // done() reports the error.
        before.catch(() => {});
      },
    },
    done: async () => void (await before),
  };
}

async function run(document: string, filter: string): Promise<string> {
  const { raw } = await import("jq-wasm");
  const { stdout, stderr, exitCode } = await raw(document, filter, ["--raw-output", "--compact-output"]);
  if (exitCode !== 0) throw explained(filter, stderr);
  return stdout;
}

function explained(filter: string, said: string): Failure {
  const sentence = /jq: error(?: \(at [^)]*\))?:? *([^\n]*)/.exec(said)?.[1]?.trim() ?? said;
  const why = sentence.replace(/ \(Unix shell quoting issues\?\)/, "").replace(/:$/, "");
  return /compile error/.test(said)
    ? usage(`--jq ${JSON.stringify(filter)} is not a valid jq filter: ${why}.`)
    : failed(`--jq ${JSON.stringify(filter)} failed: ${why}.`);
}
