/** The documents of the REST API, as its OpenAPI document has them. Times are RFC 3339 UTC with milliseconds. */
import type { components, operations } from "./openapi.gen.ts";

type Schemas = components["schemas"];
type Body<Name extends "createBot" | "patchBot"> =
  operations[Name]["requestBody"]["content"]["application/json"];

/** RFC 9457. `code` is the name to branch on. */
export type ProblemDocument = Schemas["Problem"];
/** One thing that is wrong in a document: `pointer` is a JSON pointer, `file` a place in a package. */
export type PointerError = NonNullable<ProblemDocument["errors"]>[number];

export interface Page<Item> {
  items: Item[];
  next_cursor?: string;
}

export type AuthStatus = Schemas["AuthStatus"];
export type ApiKey = Schemas["ApiKey"];
/** The one answer that holds the key itself. */
export type CreatedApiKey = Schemas["CreatedApiKey"];
export type Scope = ApiKey["scopes"][number];

export type CustomBotSummary = Schemas["CustomBotSummary"];
export type CustomBot = Schemas["CustomBot"];
/** The answer to an upload; `already` says that this very content was there before. */
export type UploadedCustomBot = Schemas["UploadedCustomBot"];

export type InstanceConfig = Body<"createBot">;
/** A given field replaces; `config` replaces whole. */
export type BotPatch = Body<"patchBot">;
/** Secret values of its config are shown as `********`. */
export type Bot = Schemas["Bot"];
export type BotStatus = Bot["status"];
export type DryRun = Schemas["DryRun"];

/** `tick` is absent for a run by hand. */
export type Run = Schemas["Run"];
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
