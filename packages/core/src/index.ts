export { BotyardError, botyardError, type ErrorCode, errorTable, kindOf, shown } from "./errors/index.ts";
export { type Input, parseInput } from "./input.ts";
export {
  cloneJson,
  isRounded,
  isSpelledOtherwise,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  mayRound,
  numberOf,
  type OnUnsupported,
  readExactJson,
  readJson,
  sortByBytes,
  utf8Length,
  writeJson,
} from "./json/index.ts";
export {
  type Line,
  type LogLevel,
  logLine,
  readLine,
  readTextLevel,
  readUnreadableMetric,
  textLevel,
  type UnreadableMetric,
} from "./log/index.ts";
export { maxLineBytes, metricLine } from "./metric.ts";
export {
  answerOneShot,
  answerQuery,
  createRegistry,
  failureRecord,
  type HttpAnswer,
  httpAnswer,
  maxBodyBytes,
  messageOf,
  neverAnswered,
  type OpenedRequest,
  type Outcome,
  oneShotAnswer,
  openRequest,
  outcomeTable,
  type ParamType,
  type ParamTypes,
  parseQueryString,
  type QueryHandler,
  QueryRequest,
  type Registry,
  readPort,
} from "./query/index.ts";
export { customResult, errorResult, maxResultBytes, runVerdict, successResult } from "./result.ts";
export { configAs, paramsAs, type Schema, stateAs } from "./schema.ts";
export {
  encodeKey,
  keyOfFile,
  maxKeyLength,
  maxValueBytes,
  readStateDocument,
  stateDocument,
} from "./state.ts";
export { dataTime, timestampOf } from "./timestamp.ts";
