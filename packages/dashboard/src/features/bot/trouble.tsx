import type { Bot } from "@botyard/client/browser";
import type { ComponentChildren } from "preact";
import { printable } from "../../lib/printable.ts";

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
  const attempts = bot.restarts === 1 ? "1 restart so far" : `${bot.restarts} restarts so far`;
  return (
    <>
      {attempts}. The next follows by itself, after a pause that doubles from one second to at most five
      minutes; after ten exits within ten minutes the platform gives up.{" "}
      <Log bot={bot}>Errors in its log</Log>
    </>
  );
}

function Advice({ bot }: { bot: Bot }) {
  const custom = `/custom-bots/${encodeURIComponent(bot.custom_bot)}`;
  if (bot.reason === "package_corrupt")
    return (
      <>
        Deploy <a href={custom}>{bot.custom_bot}</a> again as a new version, and choose it under Config.
      </>
    );
  if (bot.reason === "start_error")
    return (
      <>
        Correct the <a href={custom}>custom bot</a> or the <Config bot={bot} />, then start the bot.
      </>
    );
  return (
    <>
      Find the cause in <Log bot={bot}>its log</Log>, correct the <a href={custom}>custom bot</a> or the{" "}
      <Config bot={bot} />, then start the bot.
    </>
  );
}

const Config = ({ bot }: { bot: Bot }) => (
  <a href={`/bots/${encodeURIComponent(bot.bot_id)}/config`}>config</a>
);
