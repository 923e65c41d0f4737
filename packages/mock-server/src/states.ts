import { encodeKey, sortByBytes } from "@botyard/core";
import {
  type Clock,
  type States,
  StateValueTooLargeError,
  stateValueBytes,
} from "@botyard/server/building-blocks";
import type { Memory } from "./memory.ts";

/** The state of bots in memory. */
export function statesIn({ states }: Memory, clock: Clock): States {
  const of = (botId: string) => {
    const found = states.get(botId) ?? new Map();
    states.set(botId, found);
    return found;
  };
  return {
    async list({ bot_id }, { after, limit }) {
      const values = of(bot_id);
      const sorted = sortByBytes(new Set([...values.keys(), ...(after === undefined ? [] : [after])]));
      const keys = after === undefined ? sorted : sorted.slice(sorted.indexOf(after) + 1);
      return keys.slice(0, limit).map((key) => {
        const { bytes, updated_at } = values.get(key)!;
        return { key, bytes: bytes.length, updated_at };
      });
    },
    async total({ bot_id }, most) {
      const values = [...of(bot_id).values()];
      if (values.length > most) return undefined;
      return { keys: values.length, bytes: values.reduce((sum, { bytes }) => sum + bytes.length, 0) };
    },
    async read(botId, key) {
      encodeKey(key);
      const bytes = of(botId).get(key)?.bytes;
      if (bytes && bytes.length > stateValueBytes) throw new StateValueTooLargeError(key, bytes.length);
      return bytes;
    },
    async diskUse(botId, key) {
      encodeKey(key);
      return of(botId).get(key)?.bytes.length ?? 0;
    },
    async write(botId, key, bytes) {
      encodeKey(key);
      of(botId).set(key, { bytes, updated_at: clock.now().toISOString() });
    },
    async delete(botId, key) {
      encodeKey(key);
      return of(botId).delete(key);
    },
  };
}
