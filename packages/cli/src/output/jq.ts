import type { Sink } from "../context.ts";
import { type Failure, failed, usage } from "../failure.ts";

/** What a command writes, on its way through a jq filter. */
export interface Filtered {
  /** With `--json`, each text that is written is one document. */
  sink: Sink;
  /** Settles when all of it is through; fails as the filter did. */
  done(): Promise<void>;
}

/** Refuses a filter that jq does not understand, before anything is done. */
export async function checkFilter(filter: string): Promise<void> {
  // Without an input it is read and never run.
  await run("", filter);
}

/** Standard output through jq: texts as they are, everything else as JSON on one line, numbers with all their digits. */
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
        // Whoever asks for the end hears of it.
        before.catch(() => {});
      },
    },
    done: async () => void (await before),
  };
}

async function run(document: string, filter: string): Promise<string> {
  const { raw } = await import("jq-wasm");
  try {
    return await raw(document, filter, ["--raw-output", "--compact-output"]);
  } catch (error) {
    throw explained(filter, (error as Error).message);
  }
}

function explained(filter: string, said: string): Failure {
  const sentence = /jq: error(?: \(at [^)]*\))?:? *([^\n]*)/.exec(said)?.[1]?.trim() ?? said;
  const why = sentence.replace(/ \(Unix shell quoting issues\?\)/, "").replace(/:$/, "");
  return /compile error/.test(said)
    ? usage(`--jq ${JSON.stringify(filter)} is not a jq filter: ${why}.`)
    : failed(`--jq ${JSON.stringify(filter)} failed: ${why}.`);
}
