import type { validateConfig } from "./config.ts";
import type { inspectArchive } from "./inspect.ts";

/**
 * The checks whose cost depends on what users send: reading a package, and compiling the schema that a config is
 * checked against. {@link checksHere} runs them in this thread, `ChecksApart` in another one.
 */
export interface Checks {
  inspectArchive: typeof inspectArchive;
  validateConfig(...given: Parameters<typeof validateConfig>): Promise<ReturnType<typeof validateConfig>>;
}

/** Loads the checks when they are first used: the compiler of schemas takes longer to load than all the rest. */
export const checksHere: Checks = {
  inspectArchive: async (...given) => (await import("./inspect.ts")).inspectArchive(...given),
  validateConfig: async (...given) => (await import("./config.ts")).validateConfig(...given),
};
