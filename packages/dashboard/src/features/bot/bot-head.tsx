import type { Bot } from "@botyard/client/browser";
import { BotStatus } from "../../domain/bot-status.tsx";
import { useLive } from "../../platform/use-live.ts";

interface Props {
  bot: Bot;
  onChange(bot: Bot): void;
}

/** Name and status of a bot. */
export function BotHead({ bot, onChange }: Props) {
  useLive(bot.bot_id, ["status"], {}, (records) => {
    const last = records.findLast((record) => record.kind === "event" && record.channel === "status");
    if (last?.kind !== "event" || last.channel !== "status" || last.record.status === "deleted") return;
    onChange({ ...bot, status: last.record.status });
  });
  return (
    <div class="page-head">
      <h1 class="given">{bot.name}</h1>
      <BotStatus status={bot.status} />
      <span class="soft given">
        {bot.type} {bot.version}
      </span>
    </div>
  );
}
