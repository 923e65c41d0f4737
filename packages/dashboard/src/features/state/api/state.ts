import type { StateKey } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

/** Every key of a bot's state, sorted. */
export const listState = (botId: string, signal: AbortSignal): Promise<StateKey[]> =>
  platform.until(signal).state.list(botId);

/** A value, byte for byte. */
export const readValue = async (
  botId: string,
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await platform.until(signal).state.get(botId, key));
