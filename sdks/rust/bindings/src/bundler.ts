import * as engine from "./bundler/core.js";
import { coreOf } from "./core.ts";

export * from "./types.ts";
export const { errors, input, json, log, metric, request, result, state } = coreOf(engine);
