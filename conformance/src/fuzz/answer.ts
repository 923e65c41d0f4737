import { isObject, type Json, type JsonObject } from "../json/index.ts";
import type { Outcome } from "../model.ts";
import type { Bot } from "./model.ts";
import type { Ask, Call } from "./script.ts";
import { byBytes } from "./state-file.ts";

/** The expected result of a query: outcomes of its calls, answer document and HTTP status. */
export interface Answered {
  outcomes: Outcome[];
  document: JsonObject;
  status: 200 | 400 | 404 | 500;
}

/**
 * Returns the expected answer of a query.
 *
 * @param paths paths of the registered handlers
 */
export function answerOf(ask: Ask, calls: Call[], bot: Bot, paths: string[]): Answered {
  const available = [...new Set([...paths, "/health", "/info"])].sort(byBytes);
  const builtIn = {
    "/health": new Map([["status", "ok"]]),
    "/info": new Map([["available_queries", available]]),
  }[ask.path];
  if (!ask.registered && !builtIn) {
    const error = failure(`no query handler for ${ask.path}`, "query.unknown_path");
    return {
      outcomes: bot.leaveOut(calls),
      document: error.set("available_queries", available),
      status: 404,
    };
  }
  const params = paramsOf(ask);
  if (!params) {
    const message = new Map([["$regex", "^query parameters must be a JSON object, got [^]*$"]]);
    return {
      outcomes: bot.leaveOut(calls),
      document: failure(message, "query.params_not_object"),
      status: 400,
    };
  }
  if (!ask.registered) return { outcomes: bot.leaveOut(calls), document: ok(builtIn!), status: 200 };
  const { outcomes, answer } = bot.perform(calls, { path: ask.path, params });
  if (answer.kind === "ok") return { outcomes, document: ok(answer.value), status: 200 };
  if (answer.kind === "refused") {
    return { outcomes, document: failure(answer.message, "query.invalid_param"), status: 400 };
  }
  return { outcomes, document: failure(answer.message, "query.handler_failed"), status: 500 };
}

/**
 * Returns the parameters: those of the body override those of the query string. Undefined if the body is not an
 * object.
 */
function paramsOf({ query, body }: Ask): JsonObject | undefined {
  const given = body.text === "" ? new Map<string, Json>() : body.value;
  return isObject(given) ? new Map<string, Json>([...query, ...given]) : undefined;
}

const ok = (data: Json): JsonObject =>
  new Map<string, Json>([
    ["status", "ok"],
    ["data", data],
  ]);
const failure = (error: Json, code: string): JsonObject =>
  new Map<string, Json>([
    ["status", "error"],
    ["error", error],
    ["code", code],
  ]);
