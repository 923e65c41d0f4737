import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../errors/platform-error.ts";

/** Bytes of request bodies that may be in memory at the same time: of one user, and of all users. */
export const bytesOfUser = 8 * 1024 * 1024;
export const bytesOfAll = 32 * 1024 * 1024;

/** Bounds the memory of all request bodies together. Bodies of requests without a key are small and do not count. */
export function boundBodies(app: FastifyInstance): void {
  const users = new Map<string, number>();
  let all = 0;
  const add = (user: string, bytes: number) => {
    const own = (users.get(user) ?? 0) + bytes;
    if (own === 0) users.delete(user);
    else users.set(user, own);
    all += bytes;
  };
  app.decorateRequest("bodyMemory");
  app.addHook("preParsing", (request, reply, payload, done) => {
    const user = request.caller?.user_id;
    if (user !== undefined && request.method !== "GET" && request.method !== "HEAD") {
      let held = 0;
      request.bodyMemory = {
        grow(bytes) {
          if ((users.get(user) ?? 0) + bytes > bytesOfUser) throw refused("your", bytesOfUser);
          if (all + bytes > bytesOfAll) throw refused("all", bytesOfAll);
          held += bytes;
          add(user, bytes);
        },
      };
      reply.raw.once("close", () => add(user, -held));
    }
    done(null, payload);
  });
}

const refused = (whose: string, bytes: number) =>
  new PlatformError(
    "too_many_bodies",
    `The bodies of ${whose} requests in progress have more than ${bytes} bytes together.`,
    { headers: { "retry-after": "1" } },
  );
