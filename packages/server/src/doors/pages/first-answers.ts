import type { FastifyReply, FastifyRequest } from "fastify";
import { operations } from "../../operations/index.ts";
import type { Operation } from "../../operations/operation.ts";
import { perform } from "../../operations/perform.ts";
import { requireScope } from "../../users/caller.ts";
import { callOf } from "../http/call.ts";
import type { HttpParts } from "../http/parts.ts";
import type { RateLimits } from "../http/rate-limits.ts";
import { Html, html } from "./html.ts";

/** A request to the API that a page makes first. */
export interface FirstRequest {
  path: string;
  /** What the path leads to, and with which parameters. */
  operation: keyof typeof operations;
  input: Record<string, unknown>;
}

/** A page does not wait longer than this: its script asks for what is missing, and shows that it waits. */
const patienceMs = 100;

/**
 * Returns the answers to what the page of a signed-in user asks for first, as elements that hold data, so that the page has
 * them when its script starts. The script asks for what is refused or takes too long.
 */
export async function firstAnswers(
  parts: HttpParts,
  limits: RateLimits,
  requests: readonly FirstRequest[],
  [request, reply]: [FastifyRequest, FastifyReply],
): Promise<Html[]> {
  const call = callOf(parts, request, reply);
  const patience = new AbortController();
  const gone = AbortSignal.any([call.gone, patience.signal]);
  const late = new Promise<undefined>((resolve) => gone.addEventListener("abort", () => resolve(undefined)));
  const timer = setTimeout(() => patience.abort(), patienceMs);
  const date = new Date().toUTCString();
  const answers = await Promise.allSettled(
    requests.map(async ({ path, operation, input }) => {
      const wanted: Operation = operations[operation];
      requireScope(request.caller, wanted.scope);
      await limits.count(request, reply, wanted.kind);
      const found = await Promise.race([perform(wanted, parts, { ...call, gone }, input), late]);
      return found === undefined ? [] : [element(path, date, JSON.stringify(found))];
    }),
  );
  clearTimeout(timer);
  return answers.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}

/** In JSON, the character that could end the element is in texts only, where an escape can stand for it. */
const element = (path: string, date: string, json: string): Html =>
  html`<script type="application/json" data-answer="${path}" data-date="${date}">${new Html(json.replaceAll("<", "\\u003c"))}</script>
`;
