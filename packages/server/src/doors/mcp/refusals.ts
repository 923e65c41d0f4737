import { type ErrorCode, errors } from "../../errors/error-table.ts";
import type { ErrorItem, PlatformError } from "../../errors/platform-error.ts";
import { withoutKeys } from "../../keys/key.ts";

/** What an assistant can do about an error, where the hint of the error table is about HTTP. */
const advice: Partial<Record<ErrorCode, string>> = {
  bot_not_found: "Call bot_list to see the ids of your bots.",
  custom_bot_not_found:
    "Call custom_bot_list to see the names, and custom_bot_get with a name to see its versions.",
  insufficient_scope:
    "The user can create a key with more scopes: `platform key create <name> --scope deploy`. Do not retry with this key.",
  invalid_parameter: "Correct the arguments as the tool's input schema says, and call it again.",
  name_taken: "Call bot_list to see the names in use, and choose another one, or update that bot.",
  precondition_failed: "Call bot_get to see what has changed, and call the tool again.",
  quota_exceeded: "Ask the user first: only they can decide what to delete. Do not retry unchanged.",
  shutting_down: "Call the tool again in a few seconds.",
};

/** The errors whose first text is exactly their title. */
const titled: readonly ErrorCode[] = ["bot_not_found", "custom_bot_not_found"];

/** The result of a tool that was refused: what happened, then what to do. */
export interface Refusal extends Record<string, unknown> {
  isError: true;
  content: { type: "text"; text: string }[];
  _meta: { "botyard/code": ErrorCode; "botyard/request_id": string };
}

/** @param own what the tool itself advises */
export function refusalOf(error: PlatformError, requestId: string, own?: string): Refusal {
  const { code, message } = error;
  const { title, hint }: { title: string; hint?: string } = errors[code];
  const detail = titled.includes(code) && message !== title ? message : undefined;
  const said = titled.includes(code) ? title : (linesOf(error.errors) ?? message);
  const general = code === "internal_error" ? `${hint} request_id: ${requestId}` : (advice[code] ?? hint);
  const next = [detail, own ?? general].filter((text) => text !== undefined).join(" ");
  return {
    isError: true,
    content: [said, ...(next === "" ? [] : [next])].map((text) => ({
      type: "text",
      text: withoutKeys(text),
    })),
    _meta: { "botyard/code": code, "botyard/request_id": requestId },
  };
}

/** One line for each problem: where it is, what it is, what to do. */
function linesOf(items: readonly ErrorItem[] = []): string | undefined {
  if (items.length === 0) return undefined;
  return items
    .map(({ pointer, detail, next }) => {
      const place = pointer === undefined || pointer === "" ? "" : `${pointer}: `;
      return `${place}${detail}${next === undefined ? "" : ` ${next}`}`;
    })
    .join("\n");
}
