import { part } from "./pages.ts";
import type { Transport } from "./transport.ts";

/** The answer of a bot: `status` is 200, 400, 404 or 500, `bytes` is the JSON document as the bot wrote it. */
export interface QueryAnswer {
  status: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Sends a query to a bot. `params` is the JSON text of an object; it is sent unchanged, so that numbers keep their
 * digits. The failure of a handler is returned as an answer.
 *
 * @throws {ApiError} if the platform refuses the query
 * @throws {UnreachableError} if there is no response
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
