import { createHash } from "node:crypto";
import { writeJson } from "@botyard/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PlatformError } from "../../errors.ts";
import type { HttpParts } from "./parts.ts";

const day = 24 * 60 * 60 * 1000;
const keptHeaders = ["content-type", "location", "etag"];

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
    if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw new PlatformError(
        "invalid_parameter",
        "Idempotency-Key must be 1 to 255 visible ASCII characters.",
      );
    }
    const path = request.raw.url ?? "";
    const known = await records.takeKey({
      ownerId: request.caller.user_id,
      key,
      method: request.method,
      path,
      requestHash: hashOf(request.body),
      at: clock.now().toISOString(),
    });
    if (!known) {
      request.idempotencyKey = key;
      return;
    }
    if (
      known.method !== request.method ||
      known.path !== path ||
      known.requestHash !== hashOf(request.body)
    ) {
      throw new PlatformError(
        "idempotency_mismatch",
        `The Idempotency-Key "${key}" was first sent with ${known.method} ${known.path}, possibly with a different body.`,
      );
    }
    if (!known.answer)
      throw new PlatformError("idempotency_in_progress", undefined, { headers: { "retry-after": "1" } });
    reply.code(known.answer.status).headers(known.answer.headers).header("idempotent-replayed", "true");
    return reply.send(known.answer.body);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const key = request.idempotencyKey;
    if (key === undefined) return;
    await keep(parts, request, reply, key, payload).catch((error: unknown) =>
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

async function keep(
  { records }: HttpParts,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  payload: unknown,
): Promise<void> {
  const ownerId = request.caller.user_id;
  const status = reply.statusCode;
  if (status >= 500 || status === 429) return records.freeKey(ownerId, key);
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  const body = typeof payload === "string" ? payload : "";
  await records.keepAnswer(ownerId, key, { status, headers, body: withoutSecret(request, body) });
}

/** Removes a new API key from the answer: it is shown once and never stored. */
function withoutSecret(request: FastifyRequest, body: string): string {
  if (!request.routeOptions.url?.endsWith("/api-keys") || body === "") return body;
  const { key: _key, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(rest);
}

function hashOf(body: unknown): string {
  return createHash("sha256")
    .update(body === undefined ? "" : writeJson(body, (reason) => new Error(reason)))
    .digest("hex");
}
