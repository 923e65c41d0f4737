import { BotyardError } from "../errors/index.ts";
import { type JsonValue, writeJson } from "../json/index.ts";
import { causesOf, messageOf, read } from "./failure.ts";
import { failed, handlerFailed, type Outcome } from "./outcome.ts";
import type { QueryHandler, Registry } from "./registry.ts";
import { QueryRequest } from "./request.ts";

/** Runs the handler of a path; the promise never rejects. */
export async function answerQuery(
  registry: Registry,
  path: string,
  params: ReadonlyMap<string, JsonValue>,
): Promise<Outcome> {
  const handler = registry.find(path);
  return handler === undefined
    ? unknownPath(registry, path)
    : runHandler(handler, new QueryRequest(path, params));
}

/** Returns the outcome for a path without a handler. */
export function unknownPath(registry: Registry, path: string): Outcome {
  return { ...failed("unknown_path", { path }), available: registry.paths() };
}

/** Runs a handler; anything that it throws or rejects with becomes the outcome. */
export async function runHandler(handler: QueryHandler, request: QueryRequest): Promise<Outcome> {
  try {
    const answer = (await handler(request)) ?? null;
    return { kind: "ok", json: writeJson(answer, (reason) => new NoForm(reason)) };
  } catch (thrown) {
    return outcomeOf(thrown, request.path);
  }
}

class NoForm extends Error {}

function outcomeOf(thrown: unknown, path: string): Outcome {
  const refusal = [thrown, ...causesOf(thrown)].find(isInvalidParam);
  if (refusal !== undefined) return { kind: "invalid_param", message: messageOf(refusal) };
  if (read(() => thrown instanceof NoForm)) {
    const message = `the answer of ${path} has no JSON form`;
    return handlerFailed(message, { path, reason: messageOf(thrown) });
  }
  const message = messageOf(thrown) || "the handler failed without a message";
  return handlerFailed(message, { path, thrown: { value: thrown } });
}

/** What bot code throws may be a proxy that throws, too. */
function isInvalidParam(thrown: unknown): boolean {
  return read(() => thrown instanceof BotyardError && thrown.code === "query.invalid_param") === true;
}
