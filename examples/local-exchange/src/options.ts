import { parseArgs } from "node:util";

export interface Options {
  host: string;
  port: number;
  /** Euros that the customer has at the beginning. */
  euros: number;
}

export const usage = `Usage: node src/main.ts [options]
  --host <address>  address to listen on                  (127.0.0.1)
  --port <number>   port; 0 selects a free port           (7272)
  --euros <number>  euros of the account at the beginning (10000)`;

/**
 * Parses the command line.
 *
 * @throws {Error} if an option is unknown or its value is invalid
 */
export function parseOptions(argv: string[]): Options {
  const { values } = parseArgs({
    args: argv,
    options: {
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "7272" },
      euros: { type: "string", default: "10000" },
    },
  });
  return {
    host: values.host,
    port: number("--port", values.port, (port) => Number.isInteger(port) && port >= 0 && port <= 65_535),
    euros: number("--euros", values.euros, (euros) => euros >= 0 && euros <= 1e9),
  };
}

function number(option: string, text: string, fits: (value: number) => boolean): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || !fits(value))
    throw new Error(`${option} ${JSON.stringify(text)} is out of range.`);
  return value;
}
