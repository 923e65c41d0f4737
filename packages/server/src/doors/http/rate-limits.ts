import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PlatformError } from "../../errors/platform-error.ts";
import type { Settings } from "../../settings/settings.ts";
import { sourceOf } from "./source.ts";

const minute = 60_000;

/** Requests per minute that one source may send without a valid key. Valid keys from there still work. */
const failuresPerMinute = 60;
/** Sign-ins of devices that one source may begin a minute, and their polls: a device polls every 5 s. */
const signInsPerMinute = 30;
const pollsPerMinute = 600;

export interface RateLimits {
  /**
   * Counts a request with a valid key.
   *
   * @param kind what it counts as (default: as its route says, or else by its method)
   * @throws {PlatformError} `rate_limited`
   */
  count(request: FastifyRequest, reply: FastifyReply, kind?: "read" | "write"): Promise<void>;
  /**
   * Counts a request without a valid key.
   *
   * @throws {PlatformError} `rate_limited`
   */
  countFailure(request: FastifyRequest): Promise<void>;
  /**
   * Counts the beginning of a device's sign-in, by its source.
   *
   * @throws {PlatformError} `rate_limited`
   */
  countSignIn(request: FastifyRequest): Promise<void>;
  /**
   * Counts a poll of a device, by its source.
   *
   * @throws {PlatformError} `rate_limited`
   */
  countPoll(request: FastifyRequest): Promise<void>;
}

export async function rateLimits(app: FastifyInstance, settings: Settings): Promise<RateLimits> {
  await app.register(rateLimit, { global: false });
  // Over all keys and sessions of a user, so that creating keys does not raise the limit.
  const perUser = (kind: string) => (request: FastifyRequest) => `${kind}:${request.caller.user_id}`;
  const limiter = (max: number, keyGenerator?: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: minute, ...(keyGenerator && { keyGenerator }) });
  const limiters = {
    read: limiter(settings.readsPerMinute, perUser("read")),
    write: limiter(settings.writesPerMinute, perUser("write")),
  };
  const bySource = (request: FastifyRequest) => request.signInSource!.source;
  const failures = limiter(failuresPerMinute, ({ ip }) => sourceOf(ip));
  const signIns = limiter(signInsPerMinute, bySource);
  const polls = limiter(pollsPerMinute, bySource);
  // One after the other: the limiter would refuse all requests that it counts in one turn of the event loop if the last
  // of them is one too many.
  let last: Promise<unknown> = Promise.resolve();
  const countBy = async (of: typeof failures, what: string, request: FastifyRequest) => {
    const counted = last.then(() => of(request));
    last = counted.catch(() => undefined);
    const state = await counted;
    if (!state.isAllowed && state.isExceeded)
      throw limited(`Too many ${what} from ${request.ip}.`, state.ttlInSeconds);
  };

  return {
    async count(request, reply, kind) {
      const counts = kind ?? kindOf(request);
      const state = await limiters[counts](request);
      if (state.isAllowed) return;
      reply.header("ratelimit-policy", `"${counts}";q=${state.max};w=60`);
      reply.header("ratelimit", `"${counts}";r=${state.remaining};t=${state.ttlInSeconds}`);
      if (state.isExceeded)
        throw limited(
          `More than ${state.max} ${counts}s a minute, over all keys and sessions of the user.`,
          state.ttlInSeconds,
        );
    },
    countFailure: (request) => countBy(failures, "requests without a valid API key", request),
    countSignIn: (request) => countBy(signIns, "sign-ins", request),
    countPoll: (request) => countBy(polls, "polls of sign-ins", request),
  };
}

function kindOf({ routeOptions: { config }, query, method }: FastifyRequest): "read" | "write" {
  if (config.hasDryRuns && (query as { dry_run?: unknown }).dry_run === "true") return "read";
  return config.counts ?? (/^(GET|HEAD)$/.test(method) ? "read" : "write");
}

function limited(detail: string, seconds: number): PlatformError {
  const wait = Math.max(1, seconds);
  return new PlatformError("rate_limited", `${detail} Retry in ${wait} s.`, {
    headers: { "retry-after": String(wait) },
  });
}
