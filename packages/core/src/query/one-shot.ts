import { cut } from "../errors/index.ts";
import { runHandler, unknownPath } from "./answer.ts";
import { failed, handlerFailed, type Outcome } from "./outcome.ts";
import { readParams } from "./params.ts";
import type { Registry } from "./registry.ts";
import { QueryRequest } from "./request.ts";

/** Answers the query of a one-shot process; `QUERY_PATH` is not decoded, `QUERY_PARAMS` is JSON. */
export async function answerOneShot(
  registry: Registry,
  environment: { QUERY_PATH: string; QUERY_PARAMS?: string | undefined },
): Promise<Outcome> {
  const { QUERY_PATH: path, QUERY_PARAMS: text } = environment;
  const handler = registry.find(path);
  if (handler === undefined) return unknownPath(registry, path);
  const params = readParams(() => text || "{}");
  if (params === undefined) return failed("params_not_object", { text: cut(text ?? "") });
  return runHandler(handler, new QueryRequest(path, params));
}

/** Returns the outcome of a handler that can never answer because no work is left. */
export function neverAnswered(path: string): Outcome {
  return handlerFailed(`the handler of ${path} never answered`, { path });
}
