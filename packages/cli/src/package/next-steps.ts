import { ApiError, type Bot } from "@botyard/client";
import { type BotConfig, compareVersions, resolveVersion } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { shellWord } from "../output/shell-word.ts";

const shownAtMost = 3;

/** Returns what to do after the upload of a version: update the bots that run an older one, or create a bot. */
export async function nextSteps(context: Context, { name, type, version }: BotConfig): Promise<string[]> {
  const create = "platform bot deploy <instance-config.json>";
  const client = await context.connect();
  const bots = await client.bots.list({ type: `${type}/${name}` }).catch((error: unknown) => {
    // The version is uploaded; a key that may not list bots is no reason to fail.
    if (error instanceof ApiError) return [];
    throw error;
  });
  const older = bots.filter((bot) => compareVersions(bot.version, version) < 0);
  if (older.length === 0) return bots.length > 0 ? [] : [create];
  const steps = older.slice(0, shownAtMost).map((bot) => update(bot, version));
  const left = older.length - steps.length;
  return left > 0 ? [...steps, `the same for ${left} more; platform bot list shows them`] : steps;
}

/** A bot whose range includes the new version keeps its range. */
function update({ name, version_spec }: Bot, version: string): string {
  const spec = resolveVersion(version_spec, [version]) === undefined ? version : version_spec;
  return `platform bot update ${shellWord(name)} --version ${/^[\w.-]+$/.test(spec) ? spec : `'${spec}'`}`;
}
