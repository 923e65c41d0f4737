import { answerMutants } from "./answers.ts";
import { authMutants } from "./auth.ts";
import { botMutants } from "./bots.ts";
import { fileListMutants } from "./file-lists.ts";
import { limitMutants } from "./limits.ts";
import { listMutants } from "./lists.ts";
import type { PlatformMutant } from "./mutant.ts";
import { networkMutants } from "./networks.ts";
import { outputMutants } from "./output.ts";
import { queryMutants } from "./queries.ts";
import { sessionMutants } from "./sessions.ts";
import { streamMutants } from "./stream.ts";
import { systemMutants } from "./system.ts";
import { tickMutants } from "./ticks.ts";
import { toolMutants } from "./tools.ts";

export { checkPlatformMutants } from "./check.ts";
export type { PlatformMutant } from "./mutant.ts";

/** All broken platforms. */
export const platformMutants: PlatformMutant[] = [
  ...authMutants,
  ...answerMutants,
  ...queryMutants,
  ...listMutants,
  ...botMutants,
  ...fileListMutants,
  ...networkMutants,
  ...outputMutants,
  ...toolMutants,
  ...sessionMutants,
  ...streamMutants,
  ...limitMutants,
  ...tickMutants,
  ...systemMutants,
];
