import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@botyard/client";
import type { Context } from "../context.ts";
import { cleanLine } from "../output/clean.ts";
import { cacheDir } from "../profile/place.ts";

export interface LiveName {
  word: string;
  about: string;
}

const limitMs = 300;
const freshMs = 60_000;

/**
 * Returns names and ids from the platform. They are cached for a minute; a request takes at most 300 ms. Returns the
 * cached names, or none, if the platform does not answer.
 */
export async function liveNames(context: Context, kind: "bots" | "custom-bots"): Promise<LiveName[]> {
  const { url, key } = await context.credentials();
  if (!key) return [];
  const dir = join(cacheDir(context.env, context.clone), "completion");
  const file = join(
    dir,
    `${createHash("sha256").update(`${url}\0${key}`).digest("hex").slice(0, 16)}-${kind}.json`,
  );
  const kept = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as { at: number; names: LiveName[] },
    () => undefined,
  );
  if (kept && context.clock.now().getTime() - kept.at < freshMs) return kept.names;
  try {
    const client = createClient({ url, key, signal: AbortSignal.timeout(limitMs) });
    const names = kind === "bots" ? await bots(client) : await customBots(client);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await writeFile(file, JSON.stringify({ at: context.clock.now().getTime(), names }), { mode: 0o600 });
    return names;
  } catch {
    return kept?.names ?? [];
  }
}

type Client = ReturnType<typeof createClient>;

async function bots(client: Client): Promise<LiveName[]> {
  return (await client.bots.list()).flatMap((bot) => {
    const about = `${bot.type} ${bot.status}`;
    return [
      { word: cleanLine(bot.name), about: cleanLine(about) },
      { word: bot.bot_id, about: cleanLine(`${bot.name} ${about}`) },
    ];
  });
}

async function customBots(client: Client): Promise<LiveName[]> {
  return (await client.customBots.list()).map(({ name, version, type }) => ({
    word: name,
    about: `${type} ${version}`,
  }));
}
