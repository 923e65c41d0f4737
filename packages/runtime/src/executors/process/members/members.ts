import type { Identity } from "./identity.ts";
import type { ProcessEntry } from "./process-entry.ts";
import type { ProcessTable } from "./process-table.ts";

/** Finds the processes of one launch, without zombies. */
export interface Members {
  /** Returns the process that runs the bot's program, if it has started. */
  main(): ProcessEntry | undefined;
  /** Returns the processes found in a process table. Cheap enough to be called repeatedly. */
  seen(table: ProcessTable): ProcessEntry[];
  /** Returns all processes, also those that `seen` cannot find. */
  everything(): Promise<ProcessEntry[]>;
}

/** What is needed to find the processes of a launch. */
export interface MembersOf {
  id: string;
  /** Path of the reaper's status file. */
  status: string;
  reaper: Identity | undefined;
  /** The bot's user id, if it has its own user outside of a sandbox. */
  user: number | undefined;
}

export const alive = (entry: ProcessEntry) => !entry.ended;
