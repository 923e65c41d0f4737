import { validateConfig } from "./config.ts";
import { inspectArchive } from "./inspect.ts";

/**
 * The checks whose cost depends on what users send: reading a package, and compiling the schema that a config is
 * checked against. {@link checksHere} runs them in this thread, `ChecksApart` in another one.
 */
export interface Checks {
  inspectArchive: typeof inspectArchive;
  validateConfig(...given: Parameters<typeof validateConfig>): Promise<ReturnType<typeof validateConfig>>;
}

export const checksHere: Checks = {
  inspectArchive,
  validateConfig: async (...given) => validateConfig(...given),
};
