import { readFileSync } from "node:fs";
import { coreOf } from "./core.ts";
import * as engine from "./web/core.js";

export * from "./types.ts";

// The module is the one for browsers. It is small, so that waiting for it costs less than a start that is asynchronous.
engine.initSync({ module: readFileSync(new URL("./web/core_bg.wasm", import.meta.url)) });
export const { errors, input, json, log, metric, request, result, state } = coreOf(engine);
