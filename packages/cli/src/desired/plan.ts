import type { Bot, BotPatch, InstanceConfig } from "@botyard/client";
import type { Desired } from "@botyard/manifest";
import type { PreparedFolder } from "../package/prepare-folder.ts";
import type { Difference } from "./differences.ts";
import type { Fault } from "./fault.ts";
import type { FoundInstance } from "./folder.ts";

/** The label with the name of the files that a bot belongs to. */
export const applyLabel = "botyard.apply";

export interface CustomBotPlan {
  action: "upload" | "none";
  folder: string;
  packed: PreparedFolder;
}

/** What becomes of one bot. */
export interface BotPlan {
  action: "create" | "change" | "none" | "remove";
  name: string;
  type: string;
  /** Exact, where it is known. */
  version: string;
  /** Absent for a bot that is removed. */
  found?: FoundInstance;
  /** The bot as it was when the plan was made. */
  bot?: Bot;
  /** What is sent to create it. */
  instance?: InstanceConfig;
  /** What is sent to change it; absent if only its desired state changes. */
  patch?: BotPatch;
  desired?: Desired;
  starts: boolean;
  stops: boolean;
  restarts: boolean;
  differences: Difference[];
  /** Its version is uploaded first, so that the platform has not checked all of it yet. */
  isUnchecked: boolean;
}

export interface Plan {
  /** Who owns the bots. */
  name: string;
  customBots: CustomBotPlan[];
  bots: BotPlan[];
  /** Bots that are in the files as they are, and belong to other files or nobody. */
  notOwned: string[];
  /** Bots that belong to these files, are in none of them, and are not removed. */
  left: string[];
  faults: Fault[];
  warnings: Fault[];
}

export const changesOf = ({ customBots, bots }: Plan): { customBots: CustomBotPlan[]; bots: BotPlan[] } => ({
  customBots: customBots.filter(({ action }) => action !== "none"),
  bots: bots.filter(({ action }) => action !== "none"),
});

/** Returns how many custom bots and bots would change. */
export function countChanges(plan: Plan): number {
  const { customBots, bots } = changesOf(plan);
  return customBots.length + bots.length;
}
