import { PlatformError } from "../../errors.ts";
import { inputCheck } from "../../operations/input-check.ts";
import type { Call } from "../../operations/operation.ts";
import { DiskLowError } from "../../store/sqlite/reserve.ts";
import { requireScope } from "../http/auth.ts";
import type { HttpParts } from "../http/parts.ts";
import { refusalOf as problemOf } from "../http/problems.ts";
import { refusalOf } from "./refusals.ts";
import { tools } from "./tools/index.ts";

const checks = new Map(
  [...tools].map(([name, { input, accepts }]) => [name, inputCheck(accepts ?? input, "parameters")]),
);

/** Calls a tool. Every error becomes a result that an assistant can act on. */
export async function callTool(
  parts: HttpParts,
  call: Call,
  requestId: string,
  name: string,
  given: Record<string, unknown> = {},
) {
  const tool = tools.get(name)!;
  try {
    const { scope, addsData } = tool.operation;
    requireScope(call.caller, scope);
    const problem = checks.get(name)!(given);
    if (problem) throw problem;
    if (addsData && parts.space.isLow) throw new DiskLowError();
    const found = await tool.run(parts, call, given);
    return {
      content: [{ type: "text" as const, text: JSON.stringify(found) }],
      structuredContent: found as Record<string, unknown>,
    };
  } catch (error) {
    const known = problemOf(error);
    if (!(error instanceof PlatformError))
      parts.log.error({ err: error, request_id: requestId, tool: name }, "tool failed");
    return refusalOf(known, requestId, tool.advice?.(known, given));
  }
}
