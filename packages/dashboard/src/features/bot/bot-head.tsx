import type { StreamRecord } from "@botyard/client/browser";
import { useEffect, useRef, useState } from "preact/hooks";
import { BotStatus } from "../../domain/bot-status.tsx";
import type { TabProps } from "../../domain/bot-tab.ts";
import { useFailing } from "../../domain/failing.ts";
import { go } from "../../lib/url.ts";
import { platform } from "../../platform/client.ts";
import { canDeploy, mayChange } from "../../platform/session.ts";
import { useAction } from "../../platform/use-action.ts";
import { useLive } from "../../platform/use-live.ts";
import { useRefresh } from "../../platform/use-refresh.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Facts } from "./facts.tsx";
import { Trouble } from "./trouble.tsx";

const refreshed = 10_000;
const storedMs = 500;

interface Props extends TabProps {
  reload(): void;
}

type Verb = "start" | "stop" | "restart" | "run";
const doing: Record<Verb, string> = {
  start: "Starting …",
  stop: "Stopping …",
  restart: "Restarting …",
  run: "Starting a run …",
};

/** Name and status of a bot, and what can be done with it. */
export function BotHead({ bot, onChange, reload }: Props) {
  const [deleting, setDeleting] = useState(false);
  const [last, setLast] = useState<Verb>("start");
  useFailing(bot.status === "failed" || bot.status === "backing_off" ? 1 : 0);
  const isScheduled = bot.schedule !== undefined;
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  useLive(
    bot.bot_id,
    // A run writes to the log when it begins and when it ends.
    isScheduled ? ["status", "logs"] : ["status"],
    {},
    (records) => {
      const news = records.filter(
        (one) => one.kind !== "event" || one.channel !== "logs" || isOfPlatform(one),
      );
      if (news.length === 0) return;
      // The event has the status only; the document also its reason, its restarts and its next tick.
      reload();
      // The line about the end of a run is there shortly before the run is stored as ended.
      clearTimeout(later.current);
      if (isScheduled) later.current = setTimeout(reload, storedMs);
    },
    { onSubscribed: reload },
  );
  // What changes without a change of status: the next tick, dropped records.
  useRefresh(reload, refreshed);
  // Nothing is shown as done before the platform says so: the answer has the new status.
  const act = useAction(async (verb: Verb) => {
    setLast(verb);
    if (verb !== "run") return onChange(await platform.bots[verb](bot.bot_id));
    const started = await platform.bots.run(bot.bot_id);
    go(`/bots/${encodeURIComponent(bot.bot_id)}/runs?run=${encodeURIComponent(started.id)}`);
  });
  const button = (verb: Verb, name: string, kind?: "main") => (
    <Button {...(kind && { kind })} disabled={act.running} onClick={() => void act.run(verb)}>
      {act.running && last === verb ? doing[verb] : name}
    </Button>
  );
  const isOff = bot.desired === "stopped" || bot.status === "failed";
  const canRun = mayChange(bot);
  return (
    <>
      <div class="page-head">
        <h1 class="given">{bot.name}</h1>
        <BotStatus status={bot.status} />
        {canDeploy.value && (
          <div class="actions">
            {canRun && isScheduled && !isOff && button("run", "Run now")}
            {canRun && isOff && button("start", "Start", "main")}
            {canRun && !isOff && !isScheduled && button("restart", "Restart")}
            {!isOff && button("stop", "Stop")}
            <Button kind="danger" onClick={() => setDeleting(true)}>
              Delete …
            </Button>
          </div>
        )}
      </div>
      <Facts bot={bot} />
      <Trouble bot={bot} />
      {act.error !== undefined && <Failure error={act.error} retry={() => void act.run(last)} />}
      {deleting && (
        <Confirm
          title={`Delete ${bot.name}`}
          action="Delete the bot"
          name={bot.name}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await platform.bots.delete(bot.bot_id);
            go("/");
          }}
        >
          Its process is stopped. Its log, metrics, runs and state are removed, and cannot be brought back.
        </Confirm>
      )}
    </>
  );
}

const isOfPlatform = (one: StreamRecord): boolean =>
  one.kind === "event" && one.channel === "logs" && one.record.stream === "system";
