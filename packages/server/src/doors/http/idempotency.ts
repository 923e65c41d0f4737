import type { FastifyInstance } from "fastify";
import type { Effect, Once } from "../../store/index.ts";
import { KeyedRequests, replayed } from "./keyed-requests.ts";
import type { HttpParts } from "./parts.ts";

const day = 24 * 60 * 60 * 1000;

declare module "fastify" {
  interface FastifyRequest {
    /** The Idempotency-Key of this request, until it is answered. */
    once?: Once;
    /** What an earlier request with this key has changed without an answer. */
    effect?: Effect;
  }
}

/** Answers a POST that repeats an Idempotency-Key within a day with the first answer, without running it again. */
export function answerOnce(app: FastifyInstance, parts: HttpParts): void {
  const { store, clock } = parts;
  const keyed = new KeyedRequests(parts);
  app.decorateRequest("once");
  app.decorateRequest("effect");

  app.addHook("preHandler", async (request, reply) => {
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || key === undefined || request.routeOptions.config.idempotent === false)
      return;
    const { method, body, raw, caller } = request;
    const begun = await keyed.begin({
      ...{ ownerId: caller.user_id, key, method, body },
      target: raw.url ?? "",
    });
    if ("answer" in begun) {
      const { status, headers, body } = begun.answer;
      return reply.code(status).headers(headers).send(body);
    }
    Object.assign(request, begun);
    if (begun.effect) reply.headers(replayed);
  });

  app.addHook("onSend", async (request, reply, body) => {
    const { once } = request;
    if (once === undefined) return;
    const header = (name: string) => reply.getHeader(name);
    await keyed
      .end(once, request.routeOptions.url ?? "", { status: reply.statusCode, header, body })
      .catch((error: unknown) =>
        request.log.error({ err: error }, "cannot store the answer to an Idempotency-Key"),
      );
  });

  let cancel = () => {};
  const forget = async () => {
    cancel = clock.after(day / 24, () => void forget().catch((err: unknown) => app.log.error({ err })));
    await store.forgetRequests(new Date(clock.now().getTime() - day).toISOString());
  };
  app.addHook("onReady", forget);
  app.addHook("onClose", async () => cancel());
}
