import { validateConfig } from "./config.ts";
import { checkArchive } from "./package-archive.ts";

/**
 * The checks whose cost depends on what users send: unpacking and checking a package, and compiling the schema that a config is
 * checked against. {@link checksHere} runs them in this thread, `ChecksApart` in another one.
 */
export interface Checks {
  checkArchive: typeof checkArchive;
  validateConfig(...given: Parameters<typeof validateConfig>): Promise<ReturnType<typeof validateConfig>>;
}

export const checksHere: Checks = {
  checkArchive,
  validateConfig: async (...given) => validateConfig(...given),
};
