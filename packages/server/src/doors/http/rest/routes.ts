import { type TSchema, Type } from "typebox";
import { listBytes } from "../../../custom-bots/receive.ts";
import { BotDocument, DryRun } from "../../../operations/documents/bot.ts";
import { UploadedCustomBot } from "../../../operations/documents/custom-bot.ts";
import { Problem } from "../../../operations/documents/problem.ts";
import { operations } from "../../../operations/index.ts";
import type { Settings } from "../../../settings/settings.ts";
import { stateValueBytes } from "../../../state/states.ts";
import {
  botAnswer,
  botsAnswer,
  changedBot,
  createdBot,
  markdown,
  schemaText,
  startedRun,
  stateValue,
  uploaded,
} from "./answers.ts";
import { readIfMatch } from "./etags.ts";
import type { Method, Route } from "./route.ts";

type Name = keyof typeof operations;

function route(name: Name, call: `${Method} /${string}`, more: Partial<Route> = {}): Route {
  const [method, path] = call.split(" ") as [Method, string];
  return { name, method, path, operation: operations[name] as Route["operation"], ...more };
}

const ifMatch = {
  "if-match": {
    parameter: "revisions",
    schema: Type.String({
      description:
        "ETags, one of which the bot must still have; otherwise the request is refused with 412. `*`: any.",
    }),
    read: readIfMatch,
  },
};

/** What a body must be, so that one that was damaged on its way is refused. */
const digestHeader = (schema: TSchema) => ({
  "x-content-sha256": { parameter: "sha256", schema, read: (text: string) => text },
});

const notModified = Type.Null({ description: "Not modified." });

const botOrPlatform = (description: string) => ({
  description,
  content: {
    "application/json": { schema: Type.Unknown() },
    "application/problem+json": { schema: Problem },
  },
});

/** The operations by HTTP, in the order of the reference. */
export const routes = (settings: Settings): Route[] => [
  route("getAuthStatus", "GET /auth/status"),

  route("createApiKey", "POST /api-keys", { status: 201 }),
  route("listApiKeys", "GET /api-keys"),
  route("revokeApiKey", "DELETE /api-keys/{id}"),

  route("addUser", "POST /users", { status: 201 }),
  route("listUsers", "GET /users"),
  route("disableUser", "POST /users/{name}/disable"),
  route("enableUser", "POST /users/{name}/enable"),

  route("listSecrets", "GET /secrets"),
  route("getSecret", "GET /secrets/{name}"),
  // The header Idempotency-Key would have a digest of the value stored.
  route("setSecret", "PUT /secrets/{name}", { idempotent: false }),
  route("applySecret", "POST /secrets/{name}/apply", { idempotent: false }),
  route("deleteSecret", "DELETE /secrets/{name}"),

  route("listUsage", "GET /users/usage"),
  route("getUsage", "GET /usage"),

  route("createSignInLink", "POST /users/{name}/sign-in-links", { status: 201, idempotent: false }),

  route("getDeviceSignIn", "GET /device/{user_code}"),
  route("approveDeviceSignIn", "POST /device/{user_code}/approve"),
  route("denyDeviceSignIn", "POST /device/{user_code}/deny"),

  route("listCustomBots", "GET /custom-bots"),
  route("getCustomBot", "GET /custom-bots/{name}"),
  route("listCustomBotVersions", "GET /custom-bots/{name}/versions"),
  { ...route("getCustomBot", "GET /custom-bots/{name}/versions/{version}"), name: "getCustomBotVersion" },
  route("getCustomBotSchema", "GET /custom-bots/{name}/versions/{version}/schema", {
    responses: {
      200: Type.Unknown({ description: "A JSON Schema (draft-07)." }),
      304: notModified,
    },
    answer: schemaText,
  }),
  route("getCustomBotReadme", "GET /custom-bots/{name}/versions/{version}/readme", {
    produces: ["text/markdown"],
    responses: {
      200: operations.getCustomBotReadme.output,
      304: notModified,
    },
    answer: markdown,
  }),
  route("deleteCustomBotVersion", "DELETE /custom-bots/{name}/versions/{version}"),
  route("uploadCustomBot", "POST /custom-bots", {
    body: "archive",
    reads: "archive",
    bodyLimit: settings.uploadBytes,
    headers: digestHeader(operations.uploadCustomBot.input.properties.sha256),
    // Uploading the same package twice has no further effect.
    idempotent: false,
    responses: { 200: UploadedCustomBot, 201: UploadedCustomBot },
    answer: uploaded,
  }),
  route("uploadFileList", "POST /custom-bots/file-list", {
    body: "list",
    reads: "list",
    bodyLimit: listBytes(settings),
    headers: digestHeader(operations.uploadFileList.input.properties.sha256),
    idempotent: false,
    responses: { 200: UploadedCustomBot, 201: UploadedCustomBot },
    answer: uploaded,
  }),
  route("sendFiles", "POST /custom-bots/files", {
    body: "archive",
    reads: "archive",
    bodyLimit: settings.uploadBytes,
    idempotent: false,
  }),

  route("createBot", "POST /bots", {
    body: "config",
    reads: "instance",
    query: ["dry_run", "desired"],
    status: 201,
    responses: { 200: DryRun, 201: BotDocument },
    answer: createdBot,
  }),
  route("listBots", "GET /bots"),
  route("listBotOverviews", "GET /bots/overview"),
  route("getBot", "GET /bots/{bot_id}", { answer: botAnswer }),
  route("patchBot", "PATCH /bots/{bot_id}", {
    body: "config",
    reads: "instance",
    query: ["dry_run"],
    headers: ifMatch,
    responses: { 200: Type.Union([BotDocument, DryRun]) },
    answer: changedBot,
  }),
  route("deleteBot", "DELETE /bots/{bot_id}", { headers: ifMatch }),
  route("startBot", "POST /bots/{bot_id}/start", { headers: ifMatch, status: 202, answer: botAnswer }),
  route("stopBot", "POST /bots/{bot_id}/stop", { headers: ifMatch, status: 202, answer: botAnswer }),
  route("restartBot", "POST /bots/{bot_id}/restart", { headers: ifMatch, status: 202, answer: botAnswer }),
  route("waitForBot", "GET /bots/{bot_id}/wait", { answer: botAnswer }),

  route("getBotUsage", "GET /bots/{bot_id}/usage"),
  route("getBotNetwork", "GET /bots/{bot_id}/network"),
  route("cutBotNetwork", "POST /bots/{bot_id}/network/cut"),
  route("restoreBotNetwork", "POST /bots/{bot_id}/network/restore"),
  route("listRevisions", "GET /bots/{bot_id}/revisions"),
  route("rollBackBot", "POST /bots/{bot_id}/rollback", { headers: ifMatch, status: 202, answer: botAnswer }),

  route("runBot", "POST /bots/{bot_id}/run", { status: 202, answer: startedRun }),
  route("listRuns", "GET /bots/{bot_id}/runs"),
  route("listTicks", "GET /bots/{bot_id}/ticks"),
  route("getRun", "GET /runs/{run_id}"),
  route("waitForRun", "GET /runs/{run_id}/wait"),
  route("cancelRun", "POST /runs/{run_id}/cancel", { status: 202 }),

  route("listLogs", "GET /bots/{bot_id}/logs"),
  route("summarizeLogs", "GET /bots/{bot_id}/logs/summary"),
  route("listMetrics", "GET /bots/{bot_id}/metrics"),
  route("listAllMetrics", "GET /bots/{bot_id}/metrics/all"),
  route("listLatestMetrics", "GET /bots/{bot_id}/metrics/latest"),

  route("listState", "GET /bots/{bot_id}/state"),
  route("getState", "GET /bots/{bot_id}/state/{key}", {
    decode: decodeDots,
    responses: {
      200: {
        description:
          "Any JSON value. A stored value that is not JSON is returned as `application/octet-stream`.",
        content: {
          "application/json": { schema: Type.Unknown() },
          "application/octet-stream": { schema: Type.String({ format: "binary" }) },
        },
      },
    },
    answer: stateValue,
  }),
  route("putState", "PUT /bots/{bot_id}/state/{key}", {
    decode: decodeDots,
    body: "value",
    reads: "bytes",
    bodyLimit: stateValueBytes,
  }),
  route("deleteState", "DELETE /bots/{bot_id}/state/{key}", { decode: decodeDots }),

  route("cutNetwork", "POST /network/cut"),
  route("restoreNetwork", "POST /network/restore"),

  route("listEvents", "GET /events"),
  route("getSystem", "GET /system"),
  route("getSystemHistory", "GET /system/history"),

  route("queryBot", "POST /query/{bot_id}", {
    body: "query",
    reads: "exact",
    query: ["timeout_ms"],
    idempotent: false,
    responses: {
      200: Type.Unknown({ description: "Any JSON value, as the bot wrote it." }),
      400: botOrPlatform("The bot refused a parameter, or the platform the request"),
      404: botOrPlatform("The query path or the bot is unknown"),
      500: botOrPlatform("The handler or the platform failed"),
    },
    answer: botsAnswer,
  }),
];

/** Decodes a key that consists of dots: clients encode it twice, because URL parsers remove dot segments. */
function decodeDots({ key = "", ...others }: Record<string, string>): Record<string, string> {
  return { ...others, key: /^(?:%2e)+$/i.test(key) ? decodeURIComponent(key) : key };
}
