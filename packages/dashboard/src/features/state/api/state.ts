import type { StateKey } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

/** Every key of a bot's state, sorted. */
export const listState = (botId: string): Promise<StateKey[]> => platform.state.list(botId);

/** The text of a value, with its numbers as they were stored. */
export const readValue = async (botId: string, key: string): Promise<string> =>
  new TextDecoder().decode(await platform.state.get(botId, key));
