import type { Environment } from "../context.ts";

/**
 * Returns how the user called this command: `platform`, or `npx platform`, for which it need not be on PATH. A program
 * that npx runs inherits these variables, so the script must be this command.
 */
export function calledAs({ npm_command, npm_lifecycle_script }: Environment): string {
  const byNpx = npm_command === "exec" && /^['"]?platform\b/.test(npm_lifecycle_script ?? "");
  return byNpx ? "npx platform" : "platform";
}

/** A command line in a sentence: `platform` and the first word of a command. */
const commandLine =
  /(?<![\w/.-]|npx )platform (?=(?:serve|dev|auth|custom-bot|bot|run|key|user|mcp|doctor|completion|version|help)(?![\w-])|<|-)/g;

/** Replaces `platform` in the command lines of a hint by the name that the user called it by. */
export function asCalled(env: Environment, hint: string): string {
  const name = calledAs(env);
  return name === "platform" ? hint : hint.replaceAll(commandLine, `${name} `);
}
