import { authTools } from "./auth.ts";
import { botTools } from "./bots.ts";
import { customBotTools } from "./custom-bots.ts";
import { logTools } from "./logs.ts";
import type { Tool } from "./tool.ts";

/** The tools in the order of the list: a map over the operations. */
export const tools = new Map<string, Tool>(
  Object.entries({
    ...authTools,
    ...botTools,
    ...logTools,
    ...customBotTools,
  } as unknown as Record<string, Tool>),
);

/** The tools as a client sees them. */
export const definitions = [...tools].map(([name, { title, description, annotations, input, output }]) => ({
  ...{ name, title, description, annotations },
  inputSchema: plain(input),
  outputSchema: plain(output),
}));

/** Leaves out what TypeBox adds for itself. */
function plain(schema: object): { type: "object" } & Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as { type: "object" } & Record<string, unknown>;
}
