import { openStorage } from "./cache.ts";
import { giveState } from "./give.ts";
import { heldBy } from "./held.ts";
import { measureFolders } from "./measure.ts";
import { publicUseOf, publicUsers } from "./public.ts";
import { emptyFolder, removeTree } from "./remove.ts";
import { countKeys, stateKeys } from "./state-keys.ts";

/** Work on folders that a bot has filled. It blocks its thread for a slice at a time. */
export const jobs = {
  ...{ countKeys, emptyFolder, giveState, heldBy, measureFolders },
  ...{ openStorage, publicUseOf, publicUsers, removeTree, stateKeys },
};
export type Jobs = typeof jobs;
