import { part } from "./pages.ts";
import type { Transport } from "./transport.ts";

/** A bot's answer: `status` is the bot's (200, 400, 404, 500), `bytes` are the JSON document as the bot wrote it. */
export interface QueryAnswer {
  status: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Asks a bot. `params` is JSON text of an object and is sent as it is, so that no number loses digits.
 * A failed handler is an answer; a refusal of the platform throws {@link ApiError}.
 */
export async function askBot(
  transport: Transport,
  botId: string,
  path: string,
  params: string,
  timeoutMs?: number,
): Promise<QueryAnswer> {
  const body = new TextEncoder().encode(`{"query_path":${JSON.stringify(path)},"params":${params}}`);
  const { status, bytes } = await transport.send("POST", `/query/${part(botId)}`, {
    body,
    query: { timeout_ms: timeoutMs },
    headers: { "content-type": "application/json" },
    timeoutMs: (timeoutMs ?? 30_000) + 10_000,
    accept: (answered, type) => [400, 404, 500].includes(answered) && !type.includes("problem+json"),
  });
  return { status, bytes };
}
