import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { answerAgain } from "../../../operations/answer-again.ts";
import { perform } from "../../../operations/perform.ts";
import { callOf } from "../call.ts";
import type { HttpParts } from "../parts.ts";
import { requireReadableQuery } from "../requests.ts";
import { readBodies, streamedTypes } from "./bodies.ts";
import { bodyCheckOf, inputOf, validatorOf } from "./inputs.ts";
import { answerOf, type Route } from "./route.ts";
import { schemaOf } from "./schema.ts";

/** Mounts a route: authenticate, parse and check, call the operation, answer. */
export const mounted =
  (parts: HttpParts, route: Route): FastifyPluginAsync =>
  async (app) => {
    const { operation, method, path } = route;
    if (route.reads) readBodies(app, route.reads);
    const bodyCheck = bodyCheckOf(route);
    app.addHook("preParsing", async ({ raw }) => requireReadableQuery(raw.url ?? ""));
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ":$1"),
      config: {
        scope: operation.scope,
        counts: operation.kind,
        ...(route.query?.includes("dry_run") && { hasDryRuns: true }),
        ...(operation.addsData && { addsData: true }),
        ...(route.idempotent === false && { idempotent: false }),
        ...(streamedTypes(route.reads) && { slowBody: true }),
      },
      ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
      ...(bodyCheck && { preValidation: bodyCheck }),
      validatorCompiler: validatorOf(operation.unchecked, route.body) as never,
      schema: schemaOf(route),
      handler: async (request, reply) => {
        const call = callOf(parts, request, reply);
        const { effect } = request;
        const found = effect
          ? await answerAgain(parts, call, effect)
          : await perform(operation, parts, call, inputOf(route, request));
        return send(route, found, reply, request);
      },
    });
  };

function send(route: Route, found: unknown, reply: FastifyReply, request: FastifyRequest): FastifyReply {
  const { status, headers = {}, type, body } = answerOf(route, found, request.headers);
  reply.code(status).headers(headers);
  if (body === null) return reply.send();
  if (type !== undefined) reply.type(type);
  return reply.send(body instanceof Uint8Array ? bufferOf(body) : body);
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
