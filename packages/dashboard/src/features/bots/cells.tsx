import type { Bot } from "@botyard/client/browser";
import { BotStatus } from "../../domain/bot-status.tsx";
import { Action } from "../../domain/signal.tsx";
import { printable } from "../../lib/printable.ts";
import { isOwn } from "../../platform/session.ts";
import { Sparkline } from "../../ui/sparkline.tsx";
import { Ago } from "../../ui/time.tsx";
import type { Overview, Signal } from "./api/list-overviews.ts";
import { isFailing } from "./view.ts";

const at = (bot: Bot): string => `/bots/${encodeURIComponent(bot.bot_id)}`;
const short = (text: string, most = 60): string =>
  printable(text.length > most ? `${text.slice(0, most)} …` : text);

export function NameCell({ bot }: { bot: Bot }) {
  return (
    <>
      <a class="given bot-name" href={at(bot)}>
        {bot.name}
      </a>
      <span class="soft small given">
        {bot.type} <span class="nowrap">{bot.version}</span>
        {!isOwn(bot) && ` · ${printable(bot.owner!)}`}
      </span>
    </>
  );
}

export function StatusCell({ bot }: { bot: Bot }) {
  return (
    <>
      <BotStatus status={bot.status} />
      {isFailing(bot) && bot.detail && (
        <span class="small soft given why" title={short(bot.detail, 1_000)}>
          {short(bot.detail, 140)}
        </span>
      )}
    </>
  );
}

interface Known {
  bot: Bot;
  /** Absent until it is loaded. */
  overview: Overview | undefined;
}

export function SignalCell({ overview }: Known) {
  if (!overview) return <Unknown />;
  const signal = overview.last_signal;
  if (!signal) return <span class="soft">none</span>;
  return (
    <span title={reasonOf(signal)}>
      <Action action={signal.action} />{" "}
      {signal.symbol && <span class="given nowrap">{short(signal.symbol, 24)}</span>}
      <span class="soft small block">
        <Ago time={signal.time} />
      </span>
    </span>
  );
}

function reasonOf({ reason, confidence, price }: Signal): string | undefined {
  const parts = [
    reason && short(reason, 300),
    confidence !== null && `confidence ${confidence}`,
    price !== null && `price ${price.toLocaleString()}`,
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(", ");
}

export function TrendCell({ overview }: Known) {
  const line = overview?.sparkline;
  if (!overview) return <Unknown />;
  if (!line || line.points.length === 0) return <span class="soft">–</span>;
  const points = line.points.map(([time, value]): [number, number] => [Date.parse(time), value]);
  const values = points.map(([, value]) => value);
  const name = [line.symbol, line.field].filter((part) => part !== null).join(" ");
  const last = number.format(values.at(-1)!);
  const label = `${short(name, 60)}, last 24 hours: from ${number.format(values[0]!)} to ${last}, lowest ${number.format(
    Math.min(...values),
  )}, highest ${number.format(Math.max(...values))}`;
  return (
    <span class="trend">
      <Sparkline points={points} label={label} />
      <span class="small">
        {last} <span class="soft given">{short(name, 24)}</span>
      </span>
    </span>
  );
}

const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

export function ErrorsCell({ bot, overview }: Known) {
  if (!overview) return <Unknown />;
  const { errors_24h: count } = overview;
  if (count === 0) return <span class="soft">0</span>;
  const shown = count >= 1_000 ? "1,000+" : String(count);
  return (
    <a class="errors" href={`${at(bot)}/logs?level=error`}>
      {shown}
      <span class="hidden-text"> errors of {bot.name}</span>
    </a>
  );
}

export function NextCell({ bot }: { bot: Bot }) {
  if (bot.next_tick_at) return <Ago time={bot.next_tick_at} />;
  return (
    <span class="soft">{bot.schedule === undefined && bot.status === "running" ? "continuous" : "–"}</span>
  );
}

const Unknown = () => (
  <span class="soft" aria-hidden="true">
    ·
  </span>
);
