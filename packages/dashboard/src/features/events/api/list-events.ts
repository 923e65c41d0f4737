import type { StatusEvent } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export interface Events {
  /** Newest first. */
  items: StatusEvent[];
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
