import type { Records } from "@botyard/server/operations";
import type { Memory } from "../memory.ts";

type Verbs = Pick<Records, "takeKey" | "keepAnswer" | "freeKey" | "forgetAnswers">;

const day = 24 * 60 * 60 * 1000;

/** The requests with the header Idempotency-Key. */
export function requestRecords({ requests }: Memory): Verbs {
  const place = (ownerId: string, key: string) => JSON.stringify([ownerId, key]);

  return {
    async takeKey({ ownerId, key, method, path, requestHash, at }) {
      const known = requests.get(place(ownerId, key));
      if (known && Date.parse(at) - Date.parse(known.at) < day) return known;
      requests.set(place(ownerId, key), { method, path, requestHash, at });
      return undefined;
    },

    async keepAnswer(ownerId, key, answer) {
      const known = requests.get(place(ownerId, key));
      if (known) known.answer = answer;
    },

    async freeKey(ownerId, key) {
      requests.delete(place(ownerId, key));
    },

    async forgetAnswers(before, unfinished) {
      for (const [key, request] of requests)
        if (request.at < before || (unfinished && !request.answer)) requests.delete(key);
    },
  };
}
