import type { MarkedLaunch } from "@botyard/runtime";
import type { Bot } from "../model/model.ts";

/** Names a process that was found by its mark, and its bot if the store has it. */
export function nameMarked({ mark, launch }: MarkedLaunch, bot: Pick<Bot, "name"> | undefined): string {
  const pid = launch.record.process?.pid;
  const which = pid === undefined ? "a process" : `process ${pid}`;
  return `${which} of the bot ${bot ? `"${bot.name}" (${mark.botId})` : mark.botId}`;
}
