import { useState } from "preact/hooks";
import { go } from "../../app/url.ts";
import { BotStatus } from "../../domain/bot-status.tsx";
import { platform } from "../../platform/client.ts";
import { canDeploy } from "../../platform/session.ts";
import { useAction } from "../../platform/use-action.ts";
import { useLive } from "../../platform/use-live.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Ago } from "../../ui/time.tsx";
import type { TabProps } from "./tabs.tsx";

interface Props extends TabProps {
  reload(): void;
}

/** Name and status of a bot, and what can be done with it. */
export function BotHead({ bot, onChange, reload }: Props) {
  const [deleting, setDeleting] = useState(false);
  useLive(
    bot.bot_id,
    ["status"],
    {},
    // The event has the status only; the document also its reason, its restarts and its next tick.
    () => reload(),
    { onSubscribed: reload },
  );
  const act = useAction(async (verb: "start" | "stop" | "restart") =>
    onChange(await platform.bots[verb](bot.bot_id)),
  );
  const run = useAction(async () => {
    const started = await platform.bots.run(bot.bot_id);
    go(`/bots/${encodeURIComponent(bot.bot_id)}/runs?run=${encodeURIComponent(started.id)}`);
  });
  const isOff = bot.desired === "stopped" || bot.status === "failed";
  const isScheduled = bot.schedule !== undefined;
  const failure = act.error ?? run.error;
  return (
    <>
      <div class="page-head">
        <h1 class="given">{bot.name}</h1>
        <BotStatus status={bot.status} />
        <span class="soft given">
          {bot.type} {bot.version}
        </span>
        {canDeploy.value && (
          <div class="actions">
            {isScheduled && !isOff && (
              <Button disabled={run.running} onClick={() => void run.run()}>
                Run now
              </Button>
            )}
            {isOff ? (
              <Button kind="main" disabled={act.running} onClick={() => void act.run("start")}>
                Start
              </Button>
            ) : (
              <>
                {!isScheduled && (
                  <Button disabled={act.running} onClick={() => void act.run("restart")}>
                    Restart
                  </Button>
                )}
                <Button disabled={act.running} onClick={() => void act.run("stop")}>
                  Stop
                </Button>
              </>
            )}
            <Button kind="danger" onClick={() => setDeleting(true)}>
              Delete …
            </Button>
          </div>
        )}
      </div>
      <p class="soft small">
        {bot.owner && <>Owner {bot.owner} · </>}
        Created <Ago time={bot.created_at} />
        {bot.started_at && (
          <>
            {" "}
            · started <Ago time={bot.started_at} />
          </>
        )}
        {bot.next_tick_at && (
          <>
            {" "}
            · next run <Ago time={bot.next_tick_at} />
          </>
        )}
        {bot.restarts > 0 && ` · ${bot.restarts} ${bot.restarts === 1 ? "restart" : "restarts"}`} · revision{" "}
        {bot.revision}
      </p>
      {(bot.status === "failed" || bot.status === "backing_off") && bot.detail && (
        <p class="banner given" data-tone={bot.status === "failed" ? "bad" : undefined}>
          {bot.detail}
        </p>
      )}
      {failure !== undefined && <Failure error={failure} />}
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
