import type { StateKey } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

/** Every key of a bot's state, sorted. */
export const listState = (botId: string): Promise<StateKey[]> => platform.state.list(botId);

/** A value, byte for byte. */
export const readValue = async (botId: string, key: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await platform.state.get(botId, key));
