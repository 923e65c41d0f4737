import { basename } from "node:path";
import type { Environment } from "../context.ts";

/** The name by which all texts of this command are written. */
export const ownName = "platform";

/** The other name, which no other npm package has. */
export const freeName = "botyard";

/**
 * Returns what the user typed to call this command: `platform` or `botyard`, or with npx before it, for which it need not be
 * on PATH. A program that npx runs inherits its variables, so the script must be this command. A package that npx fetched
 * for this call is named, because a name alone could fetch another package.
 *
 * @param script path of the script, as it was called
 */
export function calledAs(
  { npm_command, npm_lifecycle_script = "" }: Environment,
  script: string | undefined,
): string {
  const [, typed] = /^['"]?(platform|botyard)\b/.exec(npm_lifecycle_script) ?? [];
  if (npm_command === "exec" && typed !== undefined)
    return script?.includes("/_npx/") ? "npx @botyard/cli" : `npx ${typed}`;
  return basename(script ?? "") === freeName ? freeName : ownName;
}

/** Not read from the table of commands, whose commands use this. */
const firstWords = [
  ...[
    "apply",
    "auth",
    "backup",
    "bot",
    "completion",
    "custom-bot",
    "dev",
    "doctor",
    "export",
    "help",
    "key",
    "mcp",
  ],
  ...["network", "restore", "run", "secret", "serve", "store", "user", "version"],
];

/** A command line in a sentence: `platform`, not "the platform", and the first word of a command. */
const commandLine = new RegExp(
  `(?<![\\w/.-]|npx |[Tt]he |\\b[Aa] )platform (?=(?:${firstWords.join("|")})(?![\\w-])|<|--?[a-z])`,
  "g",
);

/** Replaces `platform` in the command lines of a text by the name that the user called it by. */
export function asCalled(name: string, text: string): string {
  return name === ownName ? text : text.replaceAll(commandLine, `${name} `);
}

/** Replaces `platform` in all texts of a description. */
export function describedAsCalled<T>(name: string, value: T): T {
  if (name === ownName) return value;
  if (typeof value === "string") return asCalled(name, value) as T;
  if (Array.isArray(value)) return value.map((one) => describedAsCalled(name, one)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, describedAsCalled(name, one)]);
  return Object.fromEntries(entries) as T;
}
