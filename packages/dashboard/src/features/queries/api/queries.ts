import { platform } from "../../../platform/client.ts";

export interface Answer {
  /** 200, or why there is no answer: 400, 404 or 500. */
  status: number;
  content: Uint8Array<ArrayBuffer>;
  milliseconds: number;
}

/** Asks a bot. `params` is the JSON text of an object. */
export async function ask(
  botId: string,
  path: string,
  params: string,
  signal?: AbortSignal,
): Promise<Answer> {
  const began = performance.now();
  const { status, bytes } = await platform.until(signal).query(botId, path, params);
  return { status, content: bytes, milliseconds: performance.now() - began };
}

export const builtIns = ["/health", "/info"];

/** The queries that a bot answers, by its own word; only the built-in ones if that word makes no sense. */
export async function listQueries(botId: string, signal: AbortSignal): Promise<string[]> {
  const { content } = await ask(botId, "/info", "{}", signal);
  const named = pathsOf(new TextDecoder().decode(content));
  return [...new Set([...named, ...builtIns])];
}

function pathsOf(text: string): string[] {
  try {
    const { available_queries: paths } = JSON.parse(text) as { available_queries?: unknown };
    return Array.isArray(paths) ? paths.filter(isPath).slice(0, 1_000) : [];
  } catch {
    return [];
  }
}

const isPath = (path: unknown): path is string => typeof path === "string" && path.startsWith("/");
