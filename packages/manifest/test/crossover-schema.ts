/** The reference bot's schema. */
export const crossoverSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  title: "Crossover",
  description: "Two moving averages.",
  properties: {
    symbol: { type: "string", description: "Stock ticker", default: "AAPL" },
    short_period: { type: "integer", default: 5, minimum: 2, maximum: 50 },
    long_period: { type: "integer", default: 20, minimum: 5, maximum: 200 },
    update_interval_ms: { type: "integer", default: 60_000, minimum: 30_000, maximum: 3_600_000 },
  },
  additionalProperties: false,
};
