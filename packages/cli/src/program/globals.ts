import { type Command as Commander, Option as CommanderOption } from "commander";
import type { Globals } from "../context.ts";
import { usage } from "../failure.ts";

/** The options that every command accepts. */
export const globalOptions: { flags: string; help: string }[] = [
  { flags: "--json [fields]", help: "print JSON, or only these fields of it (a,b.c)" },
  { flags: "--jq <filter>", help: "filter the JSON output with jq" },
  { flags: "--api-url <url>", help: "the platform's address (overrides PLATFORM_API_URL)" },
  { flags: "--api-key-stdin", help: "read the key from standard input (overrides PLATFORM_API_KEY)" },
  { flags: "--no-color", help: "disable colours" },
  { flags: "-q, --quiet", help: "print only warnings and errors on standard error" },
  { flags: "--verbose", help: "print every request on standard error, without the key" },
];

export function addGlobals(commander: Commander): void {
  for (const { flags, help } of globalOptions) commander.addOption(new CommanderOption(flags, help));
}

/** Separates the global options from those of the command. */
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
  if (fields.some((field) => field === "")) throw usage(`--json=${given} contains an empty field name.`);
  return fields;
}

/**
 * Resolves the optional value of `--json`. In `--json name,status` the next word is a list of fields if the command has
 * these fields; otherwise, as in `--json my-bot`, it is an argument.
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
