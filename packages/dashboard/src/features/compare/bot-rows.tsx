import type { Bot } from "@botyard/client/browser";
import { BotStatus } from "../../domain/bot-status.tsx";
import { Action, type Signal } from "../../domain/signal.tsx";
import { printable } from "../../lib/printable.ts";
import { readable } from "../../ui/chart/numbers.ts";
import { Scroll } from "../../ui/scroll.tsx";
import { Ago } from "../../ui/time.tsx";
import { endsOf } from "./together.ts";
import type { LinesByBot } from "./use-lines.ts";

interface Props {
  /** One row each. */
  bots: readonly Bot[];
  /** Ids of the bots that have a line, with and without a row; the sums are theirs. */
  drawn: readonly string[];
  checked: ReadonlySet<string>;
  /** Whether one more may be checked. */
  mayAdd: boolean;
  lines: LinesByBot | undefined;
  field: string;
  /** Name of the field, as the head of its column. */
  name: string;
  /** Whether the sums have a row. */
  hasTotal: boolean;
  signals: ReadonlyMap<string, Signal | null> | undefined;
  onToggle(id: string): void;
}

/** Each bot with its last value, how far it came in the time shown, and its last signal; below them the sums, if they are asked for. */
export function BotRows(props: Props) {
  const { bots, drawn, checked, mayAdd, lines, field, name, hasTotal, signals, onToggle } = props;
  const ends = new Map(drawn.map((id) => [id, endsOf(lines?.get(id), field)]));
  const known = [...ends.values()].filter((one) => one !== undefined);
  const last = known.reduce((sum, one) => sum + one.last, 0);
  const change = known.reduce((sum, one) => sum + one.change, 0);
  return (
    <Scroll name="Bots">
      <table>
        <thead>
          <tr>
            <th scope="col">Shown</th>
            <th scope="col">Bot</th>
            <th scope="col">Status</th>
            <th scope="col">Last signal</th>
            <th scope="col" class="number">
              {printable(name)}
            </th>
            <th scope="col" class="number">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {bots.map((bot) => (
            <Row
              key={bot.bot_id}
              bot={bot}
              isChecked={checked.has(bot.bot_id)}
              mayAdd={mayAdd}
              end={ends.get(bot.bot_id)}
              signal={signals?.get(bot.bot_id)}
              onToggle={() => onToggle(bot.bot_id)}
            />
          ))}
        </tbody>
        {hasTotal && known.length > 1 && (
          <tfoot>
            <tr>
              <td />
              <th scope="row" colSpan={3}>
                Total of {known.length} bots
              </th>
              <td class="number">{readable(last)}</td>
              <td class="number">
                <Change last={last} change={change} />
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </Scroll>
  );
}

interface RowProps {
  bot: Bot;
  isChecked: boolean;
  mayAdd: boolean;
  end: ReturnType<typeof endsOf>;
  signal: Signal | null | undefined;
  onToggle(): void;
}

function Row({ bot, isChecked, mayAdd, end, signal, onToggle }: RowProps) {
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={`Show ${printable(bot.name)}`}
          checked={isChecked}
          disabled={!isChecked && !mayAdd}
          onChange={onToggle}
        />
      </td>
      <th scope="row">
        <a class="given" href={`/bots/${encodeURIComponent(bot.bot_id)}`}>
          {printable(bot.name)}
        </a>
      </th>
      <td>
        <BotStatus status={bot.status} />
      </td>
      <td>
        <LastSignal signal={signal} />
      </td>
      <td class="number">{end ? readable(end.last) : "–"}</td>
      <td class="number">{end ? <Change {...end} /> : "–"}</td>
    </tr>
  );
}

/** Undefined until it is known. */
function LastSignal({ signal }: { signal: Signal | null | undefined }) {
  if (signal === undefined) return <>–</>;
  if (signal === null) return <span class="soft">none</span>;
  return (
    <>
      <Action action={signal.action} />{" "}
      <span class="soft small nowrap">
        <Ago time={signal.time} />
      </span>
    </>
  );
}

/** The sign says the direction, so that colour need not. */
function Change({ last, change }: { last: number; change: number }) {
  const first = last - change;
  const sign = change > 0 ? "+" : change < 0 ? "−" : "";
  const part = first === 0 ? undefined : change / Math.abs(first);
  return (
    <>
      {sign}
      {readable(Math.abs(change))}
      {part !== undefined && (
        <span class="soft small nowrap">
          {" "}
          ({sign}
          {percent.format(Math.abs(part))})
        </span>
      )}
    </>
  );
}

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
