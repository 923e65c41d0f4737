import type { ServiceStore } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

type Verbs = Pick<ServiceStore, "requestOf" | "keepAnswer" | "forgetRequests">;

const day = 24 * 60 * 60 * 1000;

/** The requests with the header Idempotency-Key. */
export function requestVerbs({ requests }: Memory): Verbs {
  const place = ({ ownerId, key }: { ownerId: string; key: string }) => JSON.stringify([ownerId, key]);

  return {
    async requestOf(once) {
      const known = requests.get(place(once));
      return known && Date.parse(once.at) - Date.parse(known.at) < day ? known : undefined;
    },

    async keepAnswer(once, answer) {
      const { method, path, requestHash, at } = once;
      requests.set(place(once), { method, path, requestHash, at, answer });
    },

    async forgetRequests(before) {
      for (const [key, request] of requests) if (request.at < before) requests.delete(key);
    },
  };
}
