import { ApiError, type Bot } from "@botyard/client";
import { type BotConfig, compareVersions, resolveVersion } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { counted } from "../output/counted.ts";
import { shellWord } from "../output/shell-word.ts";

const shownAtMost = 3;

/**
 * Returns one line on what to do after the upload of a version: which bots stay on another version, and the commands
 * that update those on an older one; without any bot, the command that creates one. `undefined` if all bots run it.
 */
export async function nextStep(
  context: Context,
  { name, type, version }: BotConfig,
): Promise<string | undefined> {
  const client = await context.connect();
  const bots = await client.bots.list({ type: `${type}/${name}` }).catch((error: unknown) => {
    // The version is uploaded; a key that may not list bots is no reason to fail.
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  if (bots === undefined || bots.length === 0) return "Next: platform bot deploy <instance-config.json>";
  const age = (bot: Bot) => compareVersions(bot.version, version);
  const others = bots.filter((bot) => age(bot) !== 0).sort((a, b) => compareVersions(a.version, b.version));
  if (others.length === 0) return undefined;
  const shown = others.slice(0, shownAtMost);
  const names = shown.map((bot) => `${shellWord(bot.name)} (${bot.version})`);
  const left = others.length - shown.length;
  if (left > 0) names.push(`${left} more, which platform bot list shows`);
  const stay = `${counted(others.length, "bot")} ${others.length === 1 ? "stays" : "stay"} on another version: ${names.join(", ")}.`;
  const updates = shown.filter((bot) => age(bot) < 0).map((bot) => update(bot, version));
  return updates.length > 0 ? `${stay} Next: ${updates.join("; ")}` : stay;
}

/** A bot whose range includes the new version keeps its range. */
function update({ name, version_spec }: Bot, version: string): string {
  const spec = resolveVersion(version_spec, [version]) === undefined ? version : version_spec;
  return `platform bot update ${shellWord(name)} --version ${/^[\w.-]+$/.test(spec) ? spec : `'${spec}'`}`;
}
