import type { Bot } from "@botyard/client/browser";
import type { ComponentChildren } from "preact";
import { printable } from "../../lib/printable.ts";
import { isOwn } from "../../platform/session.ts";
import { Ago } from "../../ui/time.tsx";
import { CustomBot } from "./custom-bot.tsx";

/** Why a bot does not run although it should, and what to do. */
export function Trouble({ bot }: { bot: Bot }) {
  if (bot.status !== "failed" && bot.status !== "backing_off" && !(bot.status === "pending" && bot.detail))
    return null;
  const isFailed = bot.status === "failed";
  return (
    <section class="banner" data-tone={isFailed ? "bad" : undefined} aria-label="What is wrong">
      <div class="trouble">
        <strong class="given">{printable((bot.detail ?? "No reason is known.").slice(0, 2_000))}</strong>
        <span>{isFailed ? <Advice bot={bot} /> : <Attempts bot={bot} />}</span>
      </div>
    </section>
  );
}

function Log({ bot, children }: { bot: Bot; children: ComponentChildren }) {
  return <a href={`/bots/${encodeURIComponent(bot.bot_id)}/logs?level=error`}>{children}</a>;
}

function Attempts({ bot }: { bot: Bot }) {
  if (bot.reason === "isolation_unavailable")
    return (
      <>
        The platform starts it as soon as it can; <a href="/system">System</a> says what is missing.
      </>
    );
  if (bot.reason === "quota_exceeded") return <>The platform starts it as soon as there is room.</>;
  const restarts = bot.restarts === 1 ? "1 restart so far" : `${bot.restarts} restarts so far`;
  const left = bot.retry?.attempts_left;
  return (
    <>
      {restarts}.{" "}
      {bot.retry && (
        <>
          Next start <Ago time={bot.retry.at} />
          {left !== undefined &&
            `; ${left === 1 ? "1 start" : `${left} starts`} left before the platform gives up`}
          .{" "}
        </>
      )}
      <Log bot={bot}>Errors in its log</Log>
    </>
  );
}

function Advice({ bot }: { bot: Bot }) {
  if (!isOwn(bot))
    return (
      <>
        Its owner, <span class="given">{printable(bot.owner!)}</span>, can correct and start it.
      </>
    );
  if (bot.reason === "package_corrupt")
    return (
      <>
        Deploy <CustomBot bot={bot}>{bot.custom_bot}</CustomBot> again as a new version, and choose it under
        Config.
      </>
    );
  if (bot.reason === "start_error")
    return (
      <>
        Change to a corrected version of the <CustomBot bot={bot}>custom bot</CustomBot>, or correct the{" "}
        <Config bot={bot} />: either starts the bot.
      </>
    );
  return (
    <>
      Find the cause in <Log bot={bot}>its log</Log>. Then change to a corrected version of the{" "}
      <CustomBot bot={bot}>custom bot</CustomBot>, or correct the <Config bot={bot} />: either starts the bot.
      Or start it as it is.
    </>
  );
}

const Config = ({ bot }: { bot: Bot }) => (
  <a href={`/bots/${encodeURIComponent(bot.bot_id)}/config`}>config</a>
);
