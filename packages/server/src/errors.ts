/** One row of the table of errors: docs/reference/errors.md holds the same rows, and a test holds them together. */
interface ErrorKind {
  status: number;
  title: string;
  /** What the caller can do about it, where the detail of the case does not say it. */
  hint?: string;
}

export const errors = {
  malformed_request: {
    status: 400,
    title: "The request can not be read",
    hint: "Check the request line and the headers.",
  },
  malformed_json: {
    status: 400,
    title: "The body is not JSON",
    hint: "Send one JSON object, encoded as UTF-8.",
  },
  invalid_parameter: { status: 400, title: "A parameter is not valid" },
  invalid_cursor: {
    status: 400,
    title: "The cursor is not valid",
    hint: "Use next_cursor of the page before as it is, or start without a cursor.",
  },
  ambiguous_api_key: {
    status: 400,
    title: "Two different API keys in one request",
    hint: "Send the key in one header only.",
  },
  authentication_required: {
    status: 401,
    title: "Authentication required",
    hint: "Send the header `Authorization: ApiKey <key>`.",
  },
  api_key_invalid: {
    status: 401,
    title: "API key is invalid",
    hint: "The key is wrong, expired or revoked. Create another one with an admin key.",
  },
  insufficient_scope: {
    status: 403,
    title: "The API key may not do this",
    hint: "Use a key with the scope that is named.",
  },
  not_found: { status: 404, title: "Not found", hint: "/openapi.json lists every address there is." },
  bot_not_found: { status: 404, title: "Bot not found", hint: "GET /api/v1/bots lists your bots." },
  custom_bot_not_found: {
    status: 404,
    title: "Custom bot not found",
    hint: "GET /api/v1/custom-bots lists your custom bots; upload one with POST to the same address.",
  },
  run_not_found: {
    status: 404,
    title: "Run not found",
    hint: "GET /api/v1/bots/{id}/runs lists a bot's runs.",
  },
  state_key_not_found: {
    status: 404,
    title: "State key not found",
    hint: "GET /api/v1/bots/{id}/state lists a bot's keys.",
  },
  api_key_not_found: {
    status: 404,
    title: "API key not found",
    hint: "GET /api/v1/api-keys lists your keys.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    hint: "The header Allow lists the methods of this address.",
  },
  request_timeout: { status: 408, title: "The request did not arrive in time", hint: "Send it again." },
  name_taken: {
    status: 409,
    title: "The name is taken",
    hint: "Choose another name, or change or delete the bot that has it.",
  },
  version_exists: {
    status: 409,
    title: "This version exists with other content",
    hint: "A version never changes once it is uploaded. Raise `version` in bot-config.yaml.",
  },
  invalid_transition: { status: 409, title: "Not possible in the bot's present status" },
  not_scheduled: {
    status: 409,
    title: "Not a scheduled bot",
    hint: "Only scheduled bots have runs; start, stop or restart a realtime bot instead.",
  },
  run_ended: { status: 409, title: "The run has already ended" },
  bot_running: {
    status: 409,
    title: "The bot is not stopped",
    hint: "Its state belongs to it while it may run. Stop the bot first.",
  },
  state_unreadable: {
    status: 409,
    title: "The bot keeps the platform out of its state",
    hint: "Its program has changed the modes of its files; let it change them back.",
  },
  bot_not_running: {
    status: 409,
    title: "The bot is not running",
    hint: "A realtime bot answers queries only while it runs. Start it, or look at its status and logs.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "The first request with this Idempotency-Key is still under way",
    hint: "Ask again in a moment.",
  },
  precondition_failed: {
    status: 412,
    title: "The bot has changed meanwhile",
    hint: "Get the bot again, look at what changed, and repeat with its new ETag.",
  },
  payload_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body has the wrong content type" },
  validation_failed: {
    status: 422,
    title: "The request is not valid",
    hint: "`errors` lists every problem.",
  },
  version_required: {
    status: 422,
    title: "A version is required",
    hint: "Name an exact version, a range like `^1.2` or `latest`.",
  },
  package_invalid: {
    status: 422,
    title: "The package is not valid",
    hint: "`errors` lists every problem; `platform custom-bot validate` shows them before an upload.",
  },
  no_queries: {
    status: 422,
    title: "This bot defines no queries",
    hint: "Name a query handler in `entrypoints.query` of bot-config.yaml and upload a new version.",
  },
  idempotency_mismatch: {
    status: 422,
    title: "This Idempotency-Key belongs to another request",
    hint: "Use a new key for a new request.",
  },
  upgrade_required: {
    status: 426,
    title: "This address speaks WebSocket",
    hint: "Connect with a WebSocket client.",
  },
  rate_limited: { status: 429, title: "Too many requests", hint: "Wait as long as Retry-After says." },
  too_many_queries: {
    status: 429,
    title: "Too many queries wait for this bot",
    hint: "Wait as long as Retry-After says.",
  },
  too_many_streams: {
    status: 429,
    title: "Too many open streams",
    hint: "Close one, or subscribe to more bots on it.",
  },
  headers_too_large: { status: 431, title: "The headers are too large" },
  internal_error: {
    status: 500,
    title: "The platform failed",
    hint: "Its log tells more under this request_id.",
  },
  query_failed: {
    status: 502,
    title: "The bot did not answer the query as it must",
    hint: "The bot's logs tell more.",
  },
  bot_not_listening: {
    status: 503,
    title: "The bot does not listen for queries yet",
    hint: "Ask again after Retry-After; the bot's logs tell whether its query program starts.",
  },
  isolation_unavailable: {
    status: 503,
    title: "No bot can be started now",
    hint: "`detail` says why; the platform tries again by itself.",
  },
  shutting_down: { status: 503, title: "The platform is stopping", hint: "Ask again once it is back." },
  query_timeout: {
    status: 504,
    title: "The bot did not answer in time",
    hint: "`?timeout_ms=` gives it more time.",
  },
  wait_timeout: { status: 504, title: "What was waited for did not happen in time", hint: "Ask again." },
  disk_full: {
    status: 507,
    title: "The platform's disk is full",
    hint: "Nothing was stored. Reading still works; make room on the platform's machine.",
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errors;

/** One thing that is wrong in a request or a package. */
export interface ErrorItem {
  /** JSON pointer into the body, or the name of a parameter. */
  pointer?: string;
  detail: string;
  /** Stable name of the kind of problem, where there is one. */
  code?: string;
  file?: string;
  line?: number;
  column?: number;
  /** What to do about it. */
  next?: string;
  /** `warning`: worth knowing, but not the reason for a refusal. */
  severity?: "error" | "warning";
}

/** A refusal that the caller is told as it is. `code` decides its status and title; the message is its detail. */
export class PlatformError extends Error {
  readonly code: ErrorCode;
  readonly errors: ErrorItem[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    detail: string = errors[code].title,
    more: { errors?: ErrorItem[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = "PlatformError";
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return errors[this.code].status;
  }
}

/** What is said to everyone from the moment the platform begins to stop. */
export function stopping(): PlatformError {
  return new PlatformError("shutting_down", undefined, { headers: { "retry-after": "5" } });
}

/** No process of a bot can be started, because the isolation of bots could not be established. */
export function notIsolated({
  why,
  retryAfterSeconds,
}: {
  why: string;
  retryAfterSeconds: number;
}): PlatformError {
  return new PlatformError("isolation_unavailable", why, {
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

/** True for the errors by which SQLite and the kernel say that there is no room left, and for what they caused. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") return true;
  return cause !== undefined && isDiskFull(cause);
}
