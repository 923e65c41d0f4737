import type { Bot, StreamRecord } from "@botyard/client/browser";
import { setSearch } from "../../lib/url.ts";
import { useLive } from "../../platform/use-live.ts";
import type { Overview } from "./api/list-overviews.ts";
import { ErrorsCell, NameCell, NextCell, SignalCell, StatusCell, TrendCell } from "./cells.tsx";
import { type Column, nextSort, type View } from "./view.ts";

interface Changes {
  onChange(botId: string, status: Bot["status"]): void;
  onSubscribed(): void;
}

interface Props extends Changes {
  bots: Bot[];
  overviews: ReadonlyMap<string, Overview> | undefined;
  view: View;
}

/** Roles in words: some browsers forget those of a table whose rows are laid out as cards. */
const as = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/** A narrow window shows each row as a card, by style alone: it stays a table for a screen reader. */
export function BotTable({ bots, overviews, view, ...changes }: Props) {
  return (
    <table class="bots" {...as.table}>
      <thead {...as.rowgroup}>
        <tr {...as.row}>
          <Head column="name" view={view}>
            Name
          </Head>
          <Head column="status" view={view}>
            Status
          </Head>
          <Head column="signal" view={view}>
            Last signal
          </Head>
          <th scope="col" {...as.columnheader}>
            24 hours
          </th>
          <Head column="errors" view={view} isNumber>
            Errors 24 h
          </Head>
          <Head column="next" view={view}>
            Next run
          </Head>
        </tr>
      </thead>
      <tbody {...as.rowgroup}>
        {bots.map((bot) => (
          <BotRow key={bot.bot_id} bot={bot} overview={overviews?.get(bot.bot_id)} {...changes} />
        ))}
      </tbody>
    </table>
  );
}

interface HeadProps {
  column: Column;
  view: View;
  isNumber?: boolean;
  children: string;
}

function Head({ column, view, isNumber, children }: HeadProps) {
  const isSorted = view.sort === column;
  return (
    <th
      scope="col"
      {...as.columnheader}
      class={isNumber ? "number" : undefined}
      aria-sort={isSorted ? (view.isReversed ? "descending" : "ascending") : undefined}
    >
      <button type="button" onClick={() => setSearch({ sort: nextSort(view, column), page: undefined })}>
        {children}
        <span aria-hidden="true">{isSorted ? (view.isReversed ? " ↑" : " ↓") : ""}</span>
      </button>
    </th>
  );
}

interface RowProps extends Changes {
  bot: Bot;
  overview: Overview | undefined;
}

function BotRow({ bot, overview, onChange, onSubscribed }: RowProps) {
  const show = (records: StreamRecord[]) => {
    const last = records.findLast((record) => record.kind === "event" && record.channel === "status");
    if (last?.kind !== "event" || last.channel !== "status" || last.record.status === "deleted") return;
    onChange(bot.bot_id, last.record.status);
    // The event has no reason and no next run.
    onSubscribed();
  };
  useLive(bot.bot_id, ["status"], {}, show, { onSubscribed });
  return (
    <tr {...as.row}>
      <th scope="row" {...as.rowheader}>
        <NameCell bot={bot} />
      </th>
      <td {...as.cell} data-of="Status">
        <StatusCell bot={bot} />
      </td>
      <td {...as.cell} data-of="Last signal">
        <SignalCell bot={bot} overview={overview} />
      </td>
      <td {...as.cell} data-of="24 hours">
        <TrendCell bot={bot} overview={overview} />
      </td>
      <td {...as.cell} data-of="Errors 24 h" class="number">
        <ErrorsCell bot={bot} overview={overview} />
      </td>
      <td {...as.cell} data-of="Next run">
        <NextCell bot={bot} />
      </td>
    </tr>
  );
}
