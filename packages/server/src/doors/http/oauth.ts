import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "../../errors/error-table.ts";
import { readFormBodies } from "./body.ts";
import { formType } from "./forms.ts";
import { refusalOf, sendProblem } from "./problems.ts";
import { someBody } from "./rest/inputs.ts";

const ownCodes: ReadonlySet<ErrorCode> = new Set([
  ...(["authorization_pending", "slow_down", "access_denied", "expired_token"] as const),
  ...(["invalid_grant", "unsupported_grant_type", "invalid_scope"] as const),
]);
const otherCodes: Partial<Record<ErrorCode, string>> = {
  rate_limited: "slow_down",
  quota_exceeded: "access_denied",
};

/** Has the routes of `app` take forms beside JSON, and refuse as OAuth clients expect (RFC 6749, 5.2). */
export function speakOAuth(app: FastifyInstance): void {
  readFormBodies(app);
  app.addHook("preValidation", async (request) => {
    // Without a content type there is no schema for the body either.
    await someBody({ body: request.mediaType === undefined ? undefined : request.body });
    // RFC 6749, 3.2: a parameter without a value counts as omitted.
    if (isForm(request) && request.body)
      request.body = Object.fromEntries(Object.entries(request.body).filter(([, value]) => value !== ""));
  });
  app.setErrorHandler((error, request, reply) => sendOAuthProblem(error, request, reply));
}

export const isForm = ({ mediaType }: FastifyRequest): boolean => mediaType === formType;

function sendOAuthProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, status } = refusalOf(error, request);
  if (status >= 500) return sendProblem(error, request, reply);
  return sendProblem(error, request, reply, {
    // OAuth clients read errors of no other type. They send forms.
    ...(isForm(request) && { type: "application/json; charset=utf-8" }),
    more: { error: ownCodes.has(code) ? code : (otherCodes[code] ?? "invalid_request") },
  });
}
