import type { Engine } from "./engine.ts";
import { type Errors, errorsOf } from "./errors.ts";
import { type Input, inputOf } from "./input.ts";
import { type Json, jsonOf } from "./json.ts";
import { type Log, logOf } from "./log.ts";
import { type Metric, metricOf } from "./metric.ts";
import { type Requests, requestOf } from "./request.ts";
import { type Result, resultOf } from "./result.ts";
import { type State, stateOf } from "./state.ts";

/** The rooms of the contract core. */
export interface Core {
  errors: Errors;
  input: Input;
  json: Json;
  log: Log;
  metric: Metric;
  request: Requests;
  result: Result;
  state: State;
}

export const coreOf = (engine: Engine): Core => ({
  errors: errorsOf(engine),
  input: inputOf(engine),
  json: jsonOf(engine),
  log: logOf(engine),
  metric: metricOf(engine),
  request: requestOf(engine),
  result: resultOf(engine),
  state: stateOf(engine),
});
