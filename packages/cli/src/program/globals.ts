import { type Command as Commander, Option as CommanderOption } from "commander";
import type { Globals } from "../context.ts";
import { usage } from "../failure.ts";

/** The options that every command takes, as commander reads them, with their help. */
export const globalOptions: { flags: string; help: string }[] = [
  { flags: "--json [fields]", help: "print JSON; with fields (a,b.c) only those of it" },
  { flags: "--jq <filter>", help: "print what a jq filter makes of the JSON" },
  { flags: "--api-url <url>", help: "the platform's address, before PLATFORM_API_URL" },
  { flags: "--api-key-stdin", help: "read the key from standard input, before PLATFORM_API_KEY" },
  { flags: "--no-color", help: "no colours" },
  { flags: "-q, --quiet", help: "nothing on standard error but warnings and errors" },
  { flags: "--verbose", help: "show every request on standard error, without the key" },
];

export function addGlobals(commander: Commander): void {
  for (const { flags, help } of globalOptions) commander.addOption(new CommanderOption(flags, help));
}

/** The globals among the parsed options; what is left belongs to the command. */
export function takeGlobals(options: Record<string, unknown>): {
  globals: Globals;
  own: Record<string, unknown>;
} {
  const { json, jq, apiUrl, apiKeyStdin, color, quiet, verbose, ...own } = options;
  return {
    own,
    globals: {
      ...(json === undefined ? (jq === undefined ? {} : { json: true }) : { json: selection(json) }),
      ...(jq === undefined ? {} : { jq: String(jq) }),
      ...(apiUrl === undefined ? {} : { apiUrl: String(apiUrl) }),
      apiKeyStdin: apiKeyStdin === true,
      verbose: verbose === true,
      quiet: quiet === true,
      ...(color === false ? { colour: false } : {}),
    },
  };
}

function selection(given: unknown): true | string[] {
  if (typeof given !== "string") return true;
  const fields = given.split(",").map((field) => field.trim());
  if (fields.some((field) => field === "")) throw usage(`--json=${given} names an empty field.`);
  return fields;
}

/**
 * `--json name,status` and `--json my-bot`: a word after `--json` is its list of fields only when the command has
 * those fields; otherwise it is an argument, and `--json` moves behind it.
 */
export function settleJson(argv: readonly string[], fields: readonly string[] | undefined): string[] {
  const end = argv.indexOf("--");
  const words = end === -1 ? [...argv] : argv.slice(0, end);
  const at = words.indexOf("--json");
  const next = words[at + 1];
  if (at !== -1) {
    const isFields = next?.split(",").every((path) => fields?.includes(path.split(".")[0]!)) ?? false;
    words.splice(at, isFields ? 2 : 1);
    words.push(isFields ? `--json=${next}` : "--json");
  }
  return end === -1 ? words : [...words, ...argv.slice(end)];
}
