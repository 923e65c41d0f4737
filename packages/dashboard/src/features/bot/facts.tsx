import type { Bot } from "@botyard/client/browser";
import type { ComponentChildren } from "preact";
import { RunStatus } from "../../domain/run-status.tsx";
import { isOwn } from "../../platform/session.ts";
import { Ago } from "../../ui/time.tsx";
import { CustomBot } from "./custom-bot.tsx";

/** What there is to know about a bot in a line. */
export function Facts({ bot }: { bot: Bot }) {
  const isUp = bot.status === "running" && bot.started_at;
  const dropped = bot.dropped.metrics + bot.dropped.log_lines;
  return (
    <dl class="head-facts small">
      <Fact name="Custom bot">
        <CustomBot bot={bot}>{bot.type}</CustomBot> {bot.version}
        {bot.version_spec !== bot.version && <span class="soft"> ({bot.version_spec})</span>}
      </Fact>
      {isUp && (
        <Fact name="Started">
          <Ago time={bot.started_at!} />
        </Fact>
      )}
      {bot.schedule !== undefined && (
        <Fact name="Schedule">
          <code>{bot.schedule}</code> {bot.timezone}
        </Fact>
      )}
      {bot.next_tick_at && (
        <Fact name="Next run">
          <Ago time={bot.next_tick_at} />
        </Fact>
      )}
      {bot.last_run && (
        <Fact name="Last run">
          <RunStatus status={bot.last_run.status} />
        </Fact>
      )}
      {bot.schedule === undefined && <Fact name="Restarts">{bot.restarts}</Fact>}
      <Fact name="Revision">{bot.revision}</Fact>
      <Fact name="Created">
        <Ago time={bot.created_at} />
      </Fact>
      {!isOwn(bot) && (
        <Fact name="Owner">
          <span class="given">{bot.owner}</span>
        </Fact>
      )}
      {dropped > 0 && <Fact name="Dropped records">{dropped.toLocaleString()}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
