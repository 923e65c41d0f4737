import type { FastifyInstance } from "fastify";
import { claimKey, keepAnswer } from "./answers-kept.ts";
import type { HttpParts } from "./parts.ts";

const day = 24 * 60 * 60 * 1000;

declare module "fastify" {
  interface FastifyRequest {
    /** The Idempotency-Key that this request holds until it is answered. */
    idempotencyKey?: string;
  }
}

/** Answers a POST that repeats an Idempotency-Key within a day with the first answer, without running it again. */
export function answerOnce(app: FastifyInstance, parts: HttpParts): void {
  const { records, clock } = parts;
  app.decorateRequest("idempotencyKey");

  app.addHook("preHandler", async (request, reply) => {
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || key === undefined || request.routeOptions.config.idempotent === false)
      return;
    const { method, body, raw, caller } = request;
    const known = await claimKey(parts, {
      ...{ ownerId: caller.user_id, key, method, body },
      target: raw.url ?? "",
    });
    if (known) return reply.code(known.status).headers(known.headers).send(known.body);
    request.idempotencyKey = String(key);
  });

  app.addHook("onSend", async (request, reply, body) => {
    const key = request.idempotencyKey;
    if (key === undefined) return;
    await keepAnswer(
      parts,
      { ownerId: request.caller.user_id, key, path: request.routeOptions.url ?? "" },
      { status: reply.statusCode, header: (name) => reply.getHeader(name), body },
    ).catch((error: unknown) =>
      request.log.error({ err: error }, "cannot store the answer to an Idempotency-Key"),
    );
  });

  let cancel = () => {};
  const forget = async (unfinished: boolean) => {
    cancel = clock.after(day / 24, () => void forget(false).catch((err: unknown) => app.log.error({ err })));
    await records.forgetAnswers(new Date(clock.now().getTime() - day).toISOString(), unfinished);
  };
  app.addHook("onReady", () => forget(true));
  app.addHook("onClose", async () => cancel());
}
