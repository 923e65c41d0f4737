import type { Client } from "./harness.ts";

/** Uploads two versions of a bot, of which the first takes only three settings. */
export async function uploadCrossover(client: Client): Promise<void> {
  await client.upload({
    name: "crossover",
    schema: {
      type: "object",
      properties: {
        symbol: { type: "string", default: "AAPL" },
        short_period: { type: "integer", default: 5, minimum: 2 },
        api_key: { type: "string", writeOnly: true },
      },
      additionalProperties: false,
    },
  });
  await client.upload({ name: "crossover", version: "1.1.0", schema: { type: "object" } });
}

/** An instance configuration of its first version. */
export const bot = (name: string, more: object = {}) => ({
  name,
  type: "realtime/crossover",
  version: "1.0.0",
  config: {},
  ...more,
});
