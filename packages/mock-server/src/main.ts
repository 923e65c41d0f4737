import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

const options = {
  port: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  scenario: { type: "string" },
  "key-file": { type: "string" },
  schema: { type: "boolean" },
  version: { type: "boolean" },
  help: { type: "boolean" },
} as const;

const parent = process.ppid;

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
  if (given.help) {
    const { help } = await import("./help.ts");
    return void process.stdout.write(help);
  }
  if (given.version) {
    const { version } = await import("@botyard/server/building-blocks");
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
    process.exitCode = await runCommand([program, ...rest], env, parent);
    return platform.close();
  }
  const close = () => void platform.close();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, close);
  if (process.env.npm_command === "exec") (await import("./npx.ts")).whenNpxEnds(parent, close);
  process.stdout.write(`${JSON.stringify({ url, api_url: apiUrl, key })}\n`);
}
