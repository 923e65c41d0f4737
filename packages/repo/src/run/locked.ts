import { join } from "node:path";
import { hidden } from "../root.ts";

/**
 * Returns a command that waits until no other one of the language runs: unlike cargo, most build tools do not expect that
 * another process builds the same SDK. The `testee.yaml` of a language uses the same file.
 */
export const locked = (language: string, ...command: string[]): [string, string[]] => [
  "flock",
  [join(hidden, `${language}.lock`), ...command],
];
