import type { Identity } from "./identity.ts";
import type { ProcessEntry } from "./process-entry.ts";
import type { ProcessTable } from "./process-table.ts";

/** Finds the processes of one launch. A zombie is never among them. */
export interface Members {
  /** The process that runs the bot's own program, once it is there. */
  main(): ProcessEntry | undefined;
  /** Everything that a look at the process table shows. Cheap enough to do again and again. */
  seen(table: ProcessTable): ProcessEntry[];
  /** Everything, also what has hidden itself. */
  everything(): Promise<ProcessEntry[]>;
}

/** What is known of a launch whose processes are looked for. */
export interface MembersOf {
  id: string;
  /** The file that the reaper writes. */
  status: string;
  reaper: Identity | undefined;
  /** The bot's own system user, where it has one outside of a sandbox. */
  user: number | undefined;
}

export const alive = (entry: ProcessEntry) => !entry.ended;
