export type { ParamType, ParamTypes } from "./accept.ts";
export { answerQuery } from "./answer.ts";
export { failureRecord, messageOf } from "./failure.ts";
export { answerOneShot, neverAnswered } from "./one-shot.ts";
export { type HttpAnswer, httpAnswer, type Outcome, oneShotAnswer, outcomeTable } from "./outcome.ts";
export { parseQueryString } from "./query-string.ts";
export { createRegistry, type QueryHandler, type Registry } from "./registry.ts";
export { QueryRequest } from "./request.ts";
export { maxBodyBytes, type OpenedRequest, openRequest, readPort } from "./server.ts";
