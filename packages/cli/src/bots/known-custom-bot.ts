import { ApiError, type Client } from "@botyard/client";
import { notFound } from "../failure.ts";
import { nearest } from "../program/nearest.ts";

/** What the platform says of a custom bot; where it knows none of that name, the failure says so with the nearest one. */
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
    // It is there, and what is not there is the version: the platform's own sentence says which there are.
    if (names.includes(name)) throw error;
    const close = nearest(name, names);
    throw notFound(
      `Custom bot not found: none of yours has the name ${JSON.stringify(name)}.`,
      close ? [`did you mean ${JSON.stringify(close)}?`] : [],
      "platform custom-bot list",
    );
  }
}
