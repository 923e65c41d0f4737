import type { Bot } from "@botyard/client/browser";
import { useEffect, useRef } from "preact/hooks";
import { useRefresh } from "../../platform/use-refresh.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Failure } from "../../ui/failure.tsx";
import { getUsage, type Usage } from "./api/get-usage.ts";
import { near, type Share, shares } from "./shares.ts";

const refreshed = 5_000;

/** What the bot uses of what it may use. */
export function UsageStrip({ bot }: { bot: Bot }) {
  const usage = useResource((signal) => getUsage(bot.bot_id, signal), [bot.bot_id], { isUrgent: false });
  const lastStatus = useRef(bot.status);
  useEffect(() => {
    if (lastStatus.current === bot.status) return;
    lastStatus.current = bot.status;
    usage.reload();
  }, [bot.status]);
  useRefresh(usage.reload, refreshed);
  if (usage.value === undefined && usage.error !== undefined)
    return <Failure error={usage.error} retry={usage.reload} />;
  const shown = usage.value ? shares(usage.value) : unknown;
  const isOld = usage.error !== undefined;
  return (
    <section class={isOld ? "usage stale" : "usage"} aria-label="Use against limits">
      <dl>
        {shown.map((share) => (
          <Meter key={share.name} share={share} hasBars={shown.some(({ part }) => part !== undefined)} />
        ))}
      </dl>
      {isOld && <p class="small soft">The latest numbers could not be loaded; these are older.</p>}
      {usage.value && !usage.value.running && <p class="small soft">{idle(bot, usage.value)}</p>}
    </section>
  );
}

/** Keeps the place of the numbers until they are known. */
const unknown: Share[] = ["Memory", "Processor", "Processes", "Disk", "Files"].map((name) => ({
  name,
  text: "–",
  part: undefined,
}));

function idle(bot: Bot, { state }: Usage): string {
  const what =
    bot.schedule === undefined
      ? "No process is running."
      : bot.desired === "stopped"
        ? "No process is running, and no run is due."
        : "Idle between runs: no process, so no memory and no processor time.";
  return state.keys ? `${what} Its state is kept: ${state.keys} ${state.keys === 1 ? "key" : "keys"}.` : what;
}

interface MeterProps {
  share: Share;
  /** Whether one of them has a bar: then each keeps its place. */
  hasBars: boolean;
}

function Meter({ share: { name, text, part }, hasBars }: MeterProps) {
  const isNear = part !== undefined && part >= near;
  return (
    <div data-near={isNear || undefined}>
      <dt>
        {name}
        {isNear && <b>{part >= 1 ? "at the limit" : "near the limit"}</b>}
      </dt>
      <dd>
        {hasBars && (
          <svg
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            aria-hidden="true"
            data-empty={part === undefined || undefined}
          >
            <rect width={Math.min(100, (part ?? 0) * 100)} height="4" />
          </svg>
        )}
        {text}
        {part !== undefined && <span class="soft small"> {Math.round(part * 100)} %</span>}
      </dd>
    </div>
  );
}
