import { join } from "node:path";
import { hidden } from "../root.ts";

/**
 * Returns a command that waits until no other one of the language runs: unlike cargo, most build tools do not expect that
 * another process builds the same SDK. The `testee.yaml` of a language uses the same file. With `-o`, a compiler server that
 * the command leaves running does not keep the lock.
 */
export const locked = (language: string, ...command: string[]): [string, string[]] => [
  "flock",
  ["-o", join(hidden, `${language}.lock`), ...command],
];
