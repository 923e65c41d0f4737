import { platform } from "../../../platform/client.ts";

export interface Answer {
  status: number;
  text: string;
  milliseconds: number;
}

/** Asks a bot. `params` is the JSON text of an object. */
export async function ask(botId: string, path: string, params: string): Promise<Answer> {
  const began = performance.now();
  const { status, bytes } = await platform.query(botId, path, params);
  return { status, text: new TextDecoder().decode(bytes), milliseconds: performance.now() - began };
}

/** The queries that a bot answers, by its own word. */
export async function listQueries(botId: string): Promise<string[]> {
  const { text } = await ask(botId, "/info", "{}");
  const { available_queries: paths } = JSON.parse(text) as { available_queries?: unknown };
  return Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [];
}
