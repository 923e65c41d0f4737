/**
 * What a platform without the engine and the store is made of: the operations, the services behind them, and the parts
 * of the HTTP door that need no web framework. Loads no database, no Fastify and no executor.
 */
export {
  type Checks,
  checksHere,
  removeUnpacked,
  schemaOfSetting,
  settingNames,
  settingRow,
} from "@botyard/manifest";
export { Bots } from "./bots/bots.ts";
export { plannedTicks } from "./bots/describe.ts";
export { Bus } from "./bus.ts";
export { type Clock, systemClock } from "./clock.ts";
export { InTurn } from "./concurrency/in-turn.ts";
export { Catalog } from "./custom-bots/catalog.ts";
export { type StoredPackages, storedPackages } from "./custom-bots/stored-packages.ts";
export { type Uploaded, Uploads } from "./custom-bots/upload.ts";
export { type DistinctHeaders, identify } from "./doors/http/auth.ts";
export { KeyedRequests } from "./doors/http/keyed-requests.ts";
export { healthOf, readinessOf } from "./doors/http/probes.ts";
export {
  bodyTooLarge,
  problemOf,
  problemType,
  refusalOf,
  refuseConnection,
  unsupportedType,
} from "./doors/http/problems.ts";
export {
  apiPrefix,
  bodyBytes,
  commonHeaders,
  nothingAt,
  opensStream,
  pathBytes,
  requireOneHost,
  requireReadableQuery,
  requireUncoded,
  streamMessageBytes,
} from "./doors/http/requests.ts";
export { type Answer, etagOf, unlessKnown } from "./doors/http/rest/answers.ts";
export { parseBody, streamed, streamedTypes } from "./doors/http/rest/bodies.ts";
export { bodyCheckOf, inputOf, validatorOf } from "./doors/http/rest/inputs.ts";
export { answerOf, placesOf, type Route } from "./doors/http/rest/route.ts";
export { routes } from "./doors/http/rest/routes.ts";
export { schemaOf } from "./doors/http/rest/schema.ts";
export { RouteTable } from "./doors/http/route-table.ts";
export { Connection } from "./doors/http/stream/connection.ts";
export { readSent } from "./doors/json.ts";
export { hostCheck } from "./doors/mcp/hosts.ts";
export { messageOf, refusedMessage } from "./doors/mcp/message.ts";
export type { Engine } from "./engine/engine.ts";
export { type ErrorCode, errors } from "./errors/error-table.ts";
export { PlatformError } from "./errors/platform-error.ts";
export { hashSecret, keyText, parseKey } from "./keys/key.ts";
export { Keys } from "./keys/keys.ts";
export { newId, newRequestId } from "./model/ids.ts";
export type * from "./model/model.ts";
export { storedSettings } from "./model/model.ts";
export { startsAlike } from "./model/starts-alike.ts";
export { newTrace, readTrace, type Trace, traceFields } from "./model/trace.ts";
export {
  type BotIsolation,
  type BotNetwork,
  describeNetwork,
  type NetworkUse,
  noUse,
} from "./networks/index.ts";
export { operations } from "./operations/index.ts";
export { inputCheck } from "./operations/input-check.ts";
export type { Parts } from "./operations/parts.ts";
export { perform } from "./operations/perform.ts";
export type { QueryOutcome } from "./queries/index.ts";
export { KeyRing, NamedSecrets, Vault } from "./secrets/index.ts";
export { crowdedSource } from "./selection/crowded-source.ts";
export { ErrorKinds } from "./selection/error-kinds.ts";
export { rowBytes } from "./selection/kept-size.ts";
export { type LogMatch, recordMatcher } from "./selection/log-match.ts";
export { logOrder, logPage } from "./selection/log-page.ts";
export { isIn, readAtMost } from "./selection/metric-page.ts";
export { placeOf } from "./selection/metric-place.ts";
export { MetricSelection } from "./selection/metric-selection.ts";
export { withinBytes } from "./selection/metric-size.ts";
export {
  errorLevels,
  lookedAt,
  mostErrors,
  newestMetrics,
  type Overview,
  type OverviewAsk,
  type OverviewMetric,
  overviewFrom,
} from "./selection/overview.ts";
export { Page, textBytes } from "./selection/page.ts";
export { defaultSettings, type Settings } from "./settings/settings.ts";
export { type States, StateValueTooLargeError, stateValueBytes } from "./state/states.ts";
export type {
  BotFilter,
  ConnectionRow,
  CutScope,
  DeviceRow,
  KeyRow,
  SecretRow,
  SecretValueRow,
  ServiceStore,
  SessionRow,
  StoredCut,
  StoredFiles,
  UserRow,
  VersionRow,
} from "./store/index.ts";
export { administers, type Caller, requireScope, type Scope, scopes } from "./users/caller.ts";
export { DeviceSignIns } from "./users/device-sign-ins.ts";
export { openCounts } from "./users/open-counts.ts";
export { Revocations } from "./users/revocations.ts";
export { Sessions } from "./users/sessions.ts";
export { SignInLinks } from "./users/sign-in-links.ts";
export { Users } from "./users/users.ts";
export { version } from "./version.ts";

/** Loads what answers messages to the tool server. */
export const toolProtocol = () => import("./doors/mcp/protocol.ts");
