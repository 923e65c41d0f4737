import { DiskLowError } from "../../errors/disk-low.ts";
import { PlatformError } from "../../errors/platform-error.ts";
import { inputCheck } from "../../operations/input-check.ts";
import type { Call } from "../../operations/operation.ts";
import type { Parts } from "../../operations/parts.ts";
import { perform } from "../../operations/perform.ts";
import { requireScope } from "../../users/caller.ts";
import { refusalOf as problemOf } from "../http/problems.ts";
import { refusalOf } from "./refusals.ts";
import { tools } from "./tools/index.ts";

const checks = new Map(
  [...tools].map(([name, { input, accepts }]) => [name, inputCheck(accepts ?? input, "parameters")]),
);

/** What the tool server depends on. */
export interface ToolParts extends Parts {
  log: { error(about: object, message: string): void };
  /** Whether the disk is nearly full. */
  space: { readonly isLow: boolean };
}

/** Calls a tool. Every error becomes a result that an assistant can act on. */
export async function callTool(
  parts: ToolParts,
  call: Call,
  requestId: string,
  name: string,
  given: Record<string, unknown> = {},
) {
  const tool = tools.get(name)!;
  try {
    const { scope, kind, addsData } = tool.operation;
    requireScope(call.caller, scope);
    const problem = checks.get(name)!(given);
    if (problem) throw problem;
    if (addsData && parts.space.isLow) throw new DiskLowError();
    const found = await perform({ kind, run: tool.run }, parts, call, given);
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
