import { ApiError, type Bot, type Client } from "@botyard/client";
import { nearest } from "@botyard/manifest/nearest";
import { exitCodes } from "../exit-codes.ts";
import { Failure, notFound } from "../failure.ts";
import { cleanLine } from "../output/clean.ts";

/**
 * Finds a bot by its id, its exact name, or the beginning of its id if that is unambiguous.
 *
 * @throws {Failure} exit code 2 if several ids match, 5 if there is no such bot
 */
export async function findBot(client: Client, named: string): Promise<Bot> {
  try {
    return await client.bots.get(named);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 400)) throw error;
  }
  const bots = await client.bots.list();
  const byName = bots.find((bot) => bot.name === named);
  if (byName) return byName;
  const candidates = bots.filter((bot) => named !== "" && bot.bot_id.startsWith(named));
  if (candidates.length === 1) return candidates[0]!;
  const lines = (list: Bot[]) => list.map((bot) => `${bot.bot_id}  ${cleanLine(bot.name)}`);
  if (candidates.length > 1) {
    throw new Failure(
      exitCodes.usage,
      `${JSON.stringify(named)} matches the ids of ${candidates.length} bots.`,
      {
        details: lines(candidates),
        next: ["use a longer part of the id, or the bot's name"],
      },
    );
  }
  const close = nearest(
    named,
    bots.map((bot) => bot.name),
  );
  throw notFound(
    `Bot not found: no bot has the id or the name ${JSON.stringify(named)}.`,
    close ? [`did you mean ${JSON.stringify(close)}?`] : [],
    "platform bot list",
  );
}

/** Like `findBot`, but returns `undefined` if there is no such bot. */
export async function findBotIfAny(client: Client, named: string): Promise<Bot | undefined> {
  try {
    return await findBot(client, named);
  } catch (error) {
    if (error instanceof Failure && error.exitCode === exitCodes.notFound) return undefined;
    throw error;
  }
}
