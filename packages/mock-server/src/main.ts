import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { whenNpxEnds } from "./npx.ts";

const help = `Usage: platform-mock [options] [-- <command> [arguments]]

Runs a Botyard platform in memory for tests. It starts no bots: they do what the scenario says.

With a command, runs it with PLATFORM_API_URL and PLATFORM_API_KEY set, stops when it ends, and exits with its code.
Without one, prints one line of JSON with "url", "api_url" and "key" when it listens, and stops on SIGINT or SIGTERM.

Options:
  --port <number>    port (default: 7070, with a command a free one; 0: a free one)
  --host <address>   address to listen on (default: 127.0.0.1)
  --scenario <file>  JSON or YAML file with users, bots, logs, answers and failures
  --key-file <file>  file to write the key of the first user to
  --schema           print the JSON Schema of scenarios and exit
  --version          print the version and exit
  --help             print this text and exit
`;

const options = {
  port: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  scenario: { type: "string" },
  "key-file": { type: "string" },
  schema: { type: "boolean" },
  version: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/**
 * Runs the command. Exit codes: 0, 1 if it cannot listen, 2 if an option or the scenario is invalid; with a command to
 * run, the exit code of that command.
 */
export async function main(given: string[]): Promise<void> {
  const end = given.indexOf("--");
  const [args, command] = end === -1 ? [given] : [given.slice(0, end), given.slice(end + 1)];
  try {
    await run(parseArgs({ args, options }).values, command);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!(error instanceof TypeError) && !/^(EADDR|ENOTFOUND|EAI_|EACCES|ENOENT)/.test(code)) throw error;
    process.stderr.write(`error: ${message}\n`);
    process.exitCode = error instanceof TypeError ? 2 : 1;
  }
}

async function run(
  given: ReturnType<typeof parseArgs<{ options: typeof options }>>["values"],
  command?: string[],
) {
  if (given.help) return void process.stdout.write(help);
  if (given.version) {
    const { version } = await import("@botyard/server/operations");
    return void process.stdout.write(`${version}\n`);
  }
  if (given.schema) {
    const { scenarioSchema } = await import("./scenario/schema.ts");
    return void process.stdout.write(`${JSON.stringify(scenarioSchema, undefined, 2)}\n`);
  }
  const [program, ...rest] = command ?? [];
  if (command && !program) throw new TypeError("Name the command to run after --.");
  const { port: text = program ? "0" : "7070" } = given;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 65_536;
  if (port > 65_535) throw new TypeError(`--port is "${text}"; it must be a number from 0 to 65535.`);
  const { openPlatform } = await import("./platform.ts");
  const { readScenario } = await import("./scenario/read-file.ts");
  const platform = await openPlatform(given.scenario === undefined ? {} : await readScenario(given.scenario));
  if (given["key-file"] !== undefined)
    await writeFile(given["key-file"], `${platform.key}\n`, { mode: 0o600 });
  const url = await platform.listen({ port, host: given.host });
  const { apiUrl, key } = platform;
  if (program) {
    const { runCommand } = await import("./run-command.ts");
    const env = { PLATFORM_API_URL: apiUrl, PLATFORM_API_KEY: key };
    process.exitCode = await runCommand([program, ...rest], env);
    return platform.close();
  }
  const close = () => void platform.close();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, close);
  whenNpxEnds(close);
  process.stdout.write(`${JSON.stringify({ url, api_url: apiUrl, key })}\n`);
}
