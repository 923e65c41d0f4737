import type { StatusEvent } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

/** Who asked for a change, and the settings that it applies to, are missing in events of older platforms. */
export type BotEvent = StatusEvent & {
  revision?: number;
  actor?: { user_name: string; signed_in_by: "api_key" | "session"; key_name?: string };
};

export interface Events {
  /** Newest first. */
  items: BotEvent[];
  /** Where the older ones begin; absent if there are none. */
  next: string | undefined;
}

export async function listEvents(
  botId: string,
  { cursor, signal }: { cursor?: string; signal?: AbortSignal } = {},
): Promise<Events> {
  const page = await platform
    .until(signal)
    .events.list(botId, { limit: 50, ...(cursor !== undefined && { cursor }) });
  return { items: page.items, next: page.next_cursor };
}
