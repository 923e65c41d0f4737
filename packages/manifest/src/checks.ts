import type { checkArchive } from "./package/archive.ts";
import type { validateConfig } from "./schema/validate-config.ts";

/**
 * The checks whose cost depends on what users send: unpacking and checking a package, and compiling the schema that a config is
 * checked against. {@link checksHere} runs them in this thread, `ChecksApart` in another one.
 */
export interface Checks {
  checkArchive: typeof checkArchive;
  validateConfig(...given: Parameters<typeof validateConfig>): Promise<ReturnType<typeof validateConfig>>;
}

/** Loads the checks when they are first used: the compiler of schemas takes longer to load than all the rest. */
export const checksHere: Checks = {
  checkArchive: async (...given) => (await import("./package/archive.ts")).checkArchive(...given),
  validateConfig: async (...given) => (await import("./schema/validate-config.ts")).validateConfig(...given),
};
