/** The documents of the REST API, from its OpenAPI document. Times are RFC 3339 in UTC with milliseconds. */
import type { components, operations } from "./openapi.gen.ts";

type Schemas = components["schemas"];
type Body<Name extends "createBot" | "patchBot"> =
  operations[Name]["requestBody"]["content"]["application/json"];

/** A problem document (RFC 9457). `code` is stable. */
export type ProblemDocument = Schemas["Problem"];
/** One problem of a document: `pointer` is a JSON pointer, `file` a path in a package. */
export type PointerError = NonNullable<ProblemDocument["errors"]>[number];

export interface Page<Item> {
  items: Item[];
  next_cursor?: string;
}

export type AuthStatus = Schemas["AuthStatus"];
export type ApiKey = Schemas["ApiKey"];
/** A new key. Only this document contains the key itself. */
export type CreatedApiKey = Schemas["CreatedApiKey"];
export type User = Schemas["User"];
export type Role = User["role"];
/** What a user has of each quota. */
export type UserUsage = Schemas["UserUsage"];
export type SignInLink = Schemas["SignInLink"];
export type DeviceCodes = Schemas["DeviceCodes"];
/** Contains a new API key. */
export type DeviceToken = Schemas["DeviceToken"];
/** A named secret, without its value. */
export type Secret = Schemas["Secret"];
export type SecretWithBots = Schemas["SecretWithBots"];
export type Scope = ApiKey["scopes"][number];

export type CustomBotSummary = Schemas["CustomBotSummary"];
export type CustomBot = Schemas["CustomBot"];
/** The result of an upload. `already` is set if the same content was uploaded before. */
export type UploadedCustomBot = Schemas["UploadedCustomBot"];

/** How many files, with how many bytes, an upload of contents had. */
export type SentFiles = Schemas["SentFiles"];

export type InstanceConfig = Body<"createBot">;
/** The fields to change. `config` replaces the whole config. */
export type BotPatch = Body<"patchBot">;
/** Secret values of the config are masked as `********`. */
export type Bot = Schemas["Bot"];
export type BotStatus = Bot["status"];
export type DryRun = Schemas["DryRun"];
export type BotOverview = Schemas["BotOverview"];
/** A value that is not known is null. */
export type BotUsage = Schemas["BotUsage"];
/** What a bot may connect to, and what it has connected to. */
export type BotNetwork = Schemas["BotNetwork"];
/** Bots that could not be cut off, because they have the network of the host. */
export type CutAnswer = Schemas["NetworkCut"];
/** The settings of a bot after one of its changes. */
export type Revision = Schemas["Revision"];

/** `tick` is absent for a run outside the schedule. */
export type Run = Schemas["Run"];
export type Ticks = Schemas["Ticks"];
export type RunStatus = Run["status"];

export type LogRecord = Schemas["LogRecord"];
export type Level = LogRecord["level"];
export type LogPage = Schemas["LogList"];
export type LogSummary = Schemas["LogSummary"];

export type MetricRecord = Schemas["Metric"];
export type MetricPage = Schemas["MetricList"];

export type StatusEvent = Schemas["StatusEvent"];
export type StateKey = Schemas["StateKeys"]["items"][number];
export type Health = Schemas["Health"];
export type System = Schemas["System"];
export type SystemHistory = Schemas["SystemHistory"];
