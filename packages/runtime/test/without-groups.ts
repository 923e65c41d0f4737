import type { Surroundings } from "../src/executors/process/process-executor.ts";

/** As on a machine where the platform cannot make cgroups. */
export const withoutGroups: Surroundings = {
  findGroups() {
    throw new Error("this test does without");
  },
};
