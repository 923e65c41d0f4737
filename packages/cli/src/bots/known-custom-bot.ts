import { ApiError, type Client } from "@botyard/client";
import { nearest } from "@botyard/manifest/nearest";
import { notFound } from "../failure.ts";

/** Runs a request about a custom bot. If no custom bot has this name, the error suggests the nearest name. */
export async function ofKnownCustomBot<Result>(
  client: Client,
  name: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "custom_bot_not_found") throw error;
    const names = (await client.customBots.list()).map((each) => each.name);
    // Only the version is missing; the message of the platform lists the available ones.
    if (names.includes(name)) throw error;
    const close = nearest(name, names);
    throw notFound(
      `Custom bot not found: no custom bot has the name ${JSON.stringify(name)}.`,
      close ? [`did you mean ${JSON.stringify(close)}?`] : [],
      "platform custom-bot list",
    );
  }
}
