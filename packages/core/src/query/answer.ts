import { BotyardError } from "../errors/index.ts";
import { type JsonValue, writeJson } from "../json/index.ts";
import { failed, type Outcome } from "./outcome.ts";
import type { QueryHandler, Registry } from "./registry.ts";
import { QueryRequest } from "./request.ts";

/** Runs the handler of a path with parameters; never rejects. */
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

/** The answer to a path that nobody registered. */
export function unknownPath(registry: Registry, path: string): Outcome {
  return { ...failed("unknown_path", { path }), available: registry.paths() };
}

/** Runs one handler; whatever it throws or rejects with becomes the outcome. */
export async function runHandler(handler: QueryHandler, request: QueryRequest): Promise<Outcome> {
  try {
    const answer = (await handler(request)) ?? null;
    return { kind: "ok", json: writeJson(answer, () => new NoForm(request.path)) };
  } catch (thrown) {
    return { kind: isInvalidParam(thrown) ? "invalid_param" : "handler_failed", message: messageOf(thrown) };
  }
}

class NoForm extends Error {
  constructor(path: string) {
    super(`the answer of ${path} has no JSON form`);
  }
}

function isInvalidParam(thrown: unknown): boolean {
  return thrown instanceof BotyardError && thrown.code === "query.invalid_param";
}

/** The failure's own message: no type name, no stack, no prefix. */
function messageOf(thrown: unknown): string {
  let message = thrown;
  try {
    if (typeof thrown === "object" && thrown !== null) message = (thrown as { message?: unknown }).message;
  } catch {
    // A message that cannot be read is none.
  }
  return typeof message === "string" && message !== "" ? message : "the handler failed without a message";
}
