import type { Bot } from "../model.ts";

/** Names of the settings of a bot that a user can change. Each change creates a revision. */
export const settingNames = [
  "name",
  "version_spec",
  "version",
  "schedule",
  "timezone",
  "catch_up",
  "timeout_seconds",
  "config",
] as const;

export type BotSettings = Pick<Bot, (typeof settingNames)[number]>;
