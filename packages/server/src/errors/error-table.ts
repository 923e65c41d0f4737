/** A row of the error table. A test compares the table with docs/reference/errors.md. */
interface ErrorKind {
  status: number;
  title: string;
  /** What the caller can do, unless the detail says it. */
  hint?: string;
}

export const errors = {
  malformed_request: {
    status: 400,
    title: "The request is malformed",
    hint: "Check the request line and the headers.",
  },
  malformed_json: {
    status: 400,
    title: "The body is not valid JSON",
    hint: "Send one JSON object, encoded as UTF-8.",
  },
  invalid_parameter: {
    status: 400,
    title: "A parameter is invalid",
    hint: "Correct it as `detail` says; GET /openapi.json describes every parameter.",
  },
  invalid_cursor: {
    status: 400,
    title: "The cursor is invalid",
    hint: "Send `next_cursor` of the previous page unchanged, or omit the cursor.",
  },
  authorization_pending: {
    status: 400,
    title: "The sign-in is not approved yet",
    hint: "Repeat the request after `interval` seconds.",
  },
  slow_down: {
    status: 400,
    title: "The sign-in is polled too often",
    hint: "Wait 5 seconds longer between two requests from now on.",
  },
  access_denied: { status: 400, title: "The sign-in was denied", hint: "Begin another one." },
  expired_token: {
    status: 400,
    title: "The device code has expired",
    hint: "Begin another sign-in.",
  },
  invalid_grant: {
    status: 400,
    title: "The device code is unknown or was used",
    hint: "Begin another sign-in.",
  },
  unsupported_grant_type: {
    status: 400,
    title: "The grant type is not supported",
    hint: "Send `grant_type=urn:ietf:params:oauth:grant-type:device_code`.",
  },
  invalid_scope: {
    status: 400,
    title: "A scope is unknown",
    hint: "Scopes are `read`, `deploy` and `admin`, separated by spaces.",
  },
  ambiguous_api_key: {
    status: 400,
    title: "The request has two different API keys",
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
  session_ended: {
    status: 401,
    title: "The session has ended",
    hint: "Sign in again.",
  },
  page_key_required: {
    status: 401,
    title: "The request has a session's cookie, but no page key",
    hint: "Sign in again. Pages of the platform send the key in the header `Botyard-Page-Key`; elsewhere use an API key.",
  },
  link_invalid: {
    status: 401,
    title: "The sign-in link is invalid",
    hint: "It was used before or has expired. Ask an admin for another one, or use an API key.",
  },
  cross_site_request: {
    status: 403,
    title: "The request comes from another site",
    hint: "With a cookie, requests must come from the platform's own pages. Use an API key elsewhere.",
  },
  insufficient_scope: {
    status: 403,
    title: "The API key does not permit this request",
    hint: "Use a key that permits it; `detail` names what is required.",
  },
  origin_not_allowed: {
    status: 403,
    title: "The Origin or Host header is not allowed",
    hint: "Set PLATFORM_PUBLIC_URL of the platform, or add the host to PLATFORM_ALLOWED_HOSTS.",
  },
  admin_required: {
    status: 403,
    title: "Only an admin may do this",
    hint: "Use a key of a user with the role `admin`. An admin gives the role when it adds a user.",
  },
  quota_exceeded: {
    status: 403,
    title: "A quota of the user is used up",
    hint: "GET /api/v1/usage shows what you have of each quota.",
  },
  not_found: { status: 404, title: "Not found", hint: "GET /openapi.json lists all endpoints." },
  bot_not_found: { status: 404, title: "Bot not found", hint: "GET /api/v1/bots lists your bots." },
  custom_bot_not_found: {
    status: 404,
    title: "Custom bot not found",
    hint: "GET /api/v1/custom-bots lists your custom bots; POST to the same path uploads one.",
  },
  revision_not_found: {
    status: 404,
    title: "Revision not found",
    hint: "GET /api/v1/bots/{bot_id}/revisions lists a bot's revisions.",
  },
  run_not_found: {
    status: 404,
    title: "Run not found",
    hint: "GET /api/v1/bots/{bot_id}/runs lists a bot's runs.",
  },
  state_key_not_found: {
    status: 404,
    title: "State key not found",
    hint: "GET /api/v1/bots/{bot_id}/state lists a bot's keys.",
  },
  api_key_not_found: {
    status: 404,
    title: "API key not found",
    hint: "GET /api/v1/api-keys lists your keys.",
  },
  secret_not_found: {
    status: 404,
    title: "Secret not found",
    hint: "GET /api/v1/secrets lists your secrets.",
  },
  user_not_found: { status: 404, title: "User not found", hint: "GET /api/v1/users lists the users." },
  user_code_not_found: {
    status: 404,
    title: "The code is unknown, used or expired",
    hint: "Check it, or begin the sign-in again.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    hint: "The header `Allow` lists the supported methods.",
  },
  request_timeout: { status: 408, title: "The request was not received in time", hint: "Send it again." },
  name_taken: {
    status: 409,
    title: "The name is already in use",
    hint: "Choose another name, or rename or delete the bot that has it.",
  },
  secret_in_use: {
    status: 409,
    title: "The secret is used by bots",
    hint: "Change the config of these bots, or force the deletion (`force=true`, `--force`): they then cannot be started again.",
  },
  user_exists: { status: 409, title: "The user already exists", hint: "Choose another name." },
  user_disabled: { status: 409, title: "The user is disabled", hint: "Enable the user first." },
  last_admin: {
    status: 409,
    title: "The platform needs an admin",
    hint: "Add or enable another admin first.",
  },
  version_exists: {
    status: 409,
    title: "This version already exists with different content",
    hint: "An uploaded version cannot be changed. Increase `version` in bot-config.yaml.",
  },
  version_in_use: {
    status: 409,
    title: "Bots use this version",
    hint: "Delete these bots, or update them to another version.",
  },
  network_not_enforced: {
    status: 409,
    title: "The bot has the network of the host",
    hint: "Stop the bot, or set its `network`.",
  },
  invalid_transition: { status: 409, title: "Not possible in the bot's current status" },
  not_scheduled: {
    status: 409,
    title: "The bot is not scheduled",
    hint: "Only scheduled bots have runs; start, stop or restart a realtime bot instead.",
  },
  run_ended: { status: 409, title: "The run has already ended" },
  bot_running: {
    status: 409,
    title: "The bot is not stopped",
    hint: "The state can be changed only while the bot is stopped. Stop the bot first.",
  },
  state_unreadable: {
    status: 409,
    title: "The platform cannot access the bot's state",
    hint: "The bot has changed the permissions of its state files. Have it restore them.",
  },
  bot_not_running: {
    status: 409,
    title: "The bot is not running",
    hint: "A realtime bot answers queries only while it is running. Start it, or check its status and logs.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "The first request with this Idempotency-Key is still in progress",
    hint: "Retry after the time in `Retry-After`.",
  },
  precondition_failed: {
    status: 412,
    title: "The bot has been changed in the meantime",
    hint: "Get the bot again, check what has changed, and repeat the request with the new ETag.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    hint: "Send less; `detail` names the limit.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The content type or coding of the body is not supported",
    hint: "Send JSON as `application/json`, and archives as `application/gzip` and lists of files as `application/jsonl`, without Content-Encoding.",
  },
  validation_failed: {
    status: 422,
    title: "The request is invalid",
    hint: "`errors` lists every problem.",
  },
  version_required: {
    status: 422,
    title: "A version is required",
    hint: "Give an exact version, a range such as `^1.2`, or `latest`.",
  },
  package_invalid: {
    status: 422,
    title: "The package is invalid",
    hint: "`errors` lists every problem; `platform custom-bot validate` lists them before an upload.",
  },
  files_missing: {
    status: 422,
    title: "The platform does not have all files of the list",
    hint: "Send the contents that `missing` names to POST /api/v1/custom-bots/files, then the list again.",
  },
  no_queries: {
    status: 422,
    title: "This bot defines no queries",
    hint: "Set `entrypoints.query` in bot-config.yaml and upload a new version.",
  },
  idempotency_mismatch: {
    status: 422,
    title: "This Idempotency-Key was used for a different request",
    hint: "Use a new key for each new request.",
  },
  upgrade_required: {
    status: 426,
    title: "This endpoint requires WebSocket",
    hint: "Connect with a WebSocket client. A proxy in front of the platform must pass on the header `Upgrade`.",
  },
  rate_limited: { status: 429, title: "Too many requests", hint: "Retry after the time in `Retry-After`." },
  too_many_queries: {
    status: 429,
    title: "Too many queries are in progress",
    hint: "Retry after the time in `Retry-After`.",
  },
  too_many_streams: {
    status: 429,
    title: "Too many open streams",
    hint: "Close a stream, or subscribe to several bots on one stream.",
  },
  too_many_uploads: {
    status: 429,
    title: "Too many uploads at the same time",
    hint: "Retry after the time in `Retry-After`.",
  },
  too_many_bodies: {
    status: 429,
    title: "Too many large requests at the same time",
    hint: "Retry after the time in `Retry-After`, and wait for answers before sending more.",
  },
  headers_too_large: {
    status: 431,
    title: "The headers are too large",
    hint: "Send fewer or shorter headers.",
  },
  internal_error: {
    status: 500,
    title: "The platform failed",
    hint: "The platform's log has the details under this `request_id`.",
  },
  query_failed: {
    status: 502,
    title: "The bot did not give a valid answer",
    hint: "Check the bot's logs.",
  },
  bot_not_listening: {
    status: 503,
    title: "The bot is not listening for queries yet",
    hint: "Retry after the time in `Retry-After`; the bot's logs show whether its query program starts.",
  },
  store_unavailable: {
    status: 503,
    title: "The platform cannot read its database",
    hint: "Check the disk of the data folder, or the database server, and the platform's log.",
  },
  disk_low: {
    status: 503,
    title: "The platform's disk is nearly full",
    hint: "New data are refused. Free disk space on the platform's machine.",
  },
  data_dir_copied: {
    status: 503,
    title: "The platform's data folder is a copy",
    hint: "Use the platform of the original. To run the bots here, stop that one and start this one with `platform serve --take-over`.",
  },
  isolation_unavailable: {
    status: 503,
    title: "No bot can be started now",
    hint: "`detail` gives the reason; the platform retries automatically.",
  },
  secrets_unavailable: {
    status: 503,
    title: "The platform cannot read or keep secrets",
    hint: "`detail` gives the reason; the operator of the platform has to put the key of the secrets back.",
  },
  shutting_down: {
    status: 503,
    title: "The platform is stopping",
    hint: "Retry when the platform is running again.",
  },
  query_timeout: {
    status: 504,
    title: "The bot did not answer in time",
    hint: "Set a longer time with `?timeout_ms=`.",
  },
  wait_timeout: { status: 504, title: "The wait timed out", hint: "Send the request again to keep waiting." },
  disk_full: {
    status: 507,
    title: "The platform's disk is full",
    hint: "Nothing was stored. Reading still works; free disk space on the machine of the platform, or of its database server.",
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errors;
