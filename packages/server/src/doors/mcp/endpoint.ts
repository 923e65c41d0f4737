import { readExactJson } from "@botyard/core";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { PlatformError } from "../../errors/platform-error.ts";
import { refuseEnded } from "../../operations/perform.ts";
import { identify } from "../http/auth.ts";
import { readJsonBodies } from "../http/body.ts";
import { callOf } from "../http/call.ts";
import type { HttpParts } from "../http/parts.ts";
import { logRefusal, refusalOf } from "../http/problems.ts";
import type { RateLimits } from "../http/rate-limits.ts";
import { hostCheck } from "./hosts.ts";
import { messageOf, refusedMessage } from "./message.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Why the caller of the tool server is refused; answered when the id of its request is known. */
    refusal?: PlatformError;
  }
}

/** The tool server for assistants: one address, JSON-RPC 2.0, without sessions. */
export const toolServer =
  (parts: HttpParts, limits: RateLimits): FastifyPluginAsync =>
  async (app) => {
    const checkHost = hostCheck(parts.settings);
    // Loaded at the first call: the library takes a quarter of a second and 30 MB.
    let protocol: Promise<typeof import("./protocol.ts")> | undefined;

    readJsonBodies(app, readExactJson);
    app.setErrorHandler((error, request, reply) => {
      // An invalid body of a caller without a valid key is not of interest.
      const refusal = request.refusal ?? refusalOf(error, request);
      logRefusal(refusal, error, request);
      return refuse(refusal, request, reply);
    });

    app.addHook("onRequest", async (request) => {
      checkHost(request.raw.headersDistinct);
      try {
        request.caller = await identify(parts.keys, request.raw.headersDistinct);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        request.refusal = await limits.countFailure(request).then(() => error, refusalOf);
      }
    });

    app.post(
      "/mcp",
      // Keys are checked here, so that the answer has the id of the request.
      { config: { scope: "public", idempotent: false }, schema: { hide: true } },
      async (request, reply) => {
        if (request.refusal) throw request.refusal;
        const message = messageOf(request.body);
        protocol ??= import("./protocol.ts");
        const { answer, kindOf } = await protocol;
        await limits.count(request, reply, kindOf(message));
        // Here a user reaches only its own bots, also an admin.
        const { caller, gone, trace } = callOf(parts, request, reply);
        const call = { caller, gone, ...(trace && { trace }) };
        const { headers, id: requestId } = request;
        const response = await answer(parts, { call, requestId, headers, message });
        refuseEnded(call);
        return send(response, reply);
      },
    );
  };

function refuse(refusal: PlatformError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = refusedMessage(refusal, request.body, request.id);
  return reply.code(status).headers(headers).send(body);
}

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status);
  const type = response.headers.get("content-type");
  const text = await response.text();
  return type === null ? reply.send() : reply.type(type).send(text);
}
