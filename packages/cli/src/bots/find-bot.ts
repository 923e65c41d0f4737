import { ApiError, type Bot, type Client } from "@botyard/client";
import { exitCodes } from "../exit-codes.ts";
import { Failure, notFound } from "../failure.ts";
import { cleanLine } from "../output/clean.ts";
import { nearest } from "../program/nearest.ts";

/** The bot that a person named: by its id, its exact name, or the beginning of its id when only one bot has it. */
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
      `${JSON.stringify(named)} is the beginning of ${candidates.length} ids.`,
      {
        details: lines(candidates),
        next: ["type more of the id, or the bot's name"],
      },
    );
  }
  const close = nearest(
    named,
    bots.map((bot) => bot.name),
  );
  throw notFound(
    `Bot not found: no bot of yours has the id or the name ${JSON.stringify(named)}.`,
    close ? [`did you mean ${JSON.stringify(close)}?`] : [],
    "platform bot list",
  );
}

/** The same, where its absence is an answer. */
export async function findBotIfAny(client: Client, named: string): Promise<Bot | undefined> {
  try {
    return await findBot(client, named);
  } catch (error) {
    if (error instanceof Failure && error.exitCode === exitCodes.notFound) return undefined;
    throw error;
  }
}
