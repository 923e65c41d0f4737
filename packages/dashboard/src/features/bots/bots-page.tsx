import type { Bot } from "@botyard/client/browser";
import { useEffect, useRef } from "preact/hooks";
import { useFailing } from "../../domain/failing.ts";
import { search, setSearch } from "../../lib/url.ts";
import { administers, canDeploy } from "../../platform/session.ts";
import { useRefresh } from "../../platform/use-refresh.ts";
import { type Resource, useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Command } from "../../ui/copy.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { listBots } from "./api/list-bots.ts";
import { listOverviews } from "./api/list-overviews.ts";
import { BotTable } from "./bot-table.tsx";
import { Filters } from "./filters.tsx";
import { Owner } from "./owner.tsx";
import { chosen, isFailing, readView, type View } from "./view.ts";

/** As many as a reader looks through, with those that fail first. Each row shows a trend and follows its bot live. */
const perPage = 50;
const refreshed = 15_000;
/** Time between two requests for what a change of status does not say: the reason, and the next run. */
const caughtUpMs = 500;

export default function BotsPage() {
  const view = readView(search.value);
  const bots = useResource((signal) => listBots(view.user, signal), [view.user]);
  useRefresh(bots.reload, refreshed);
  useFailing(bots.value?.filter(isFailing).length);
  return (
    <>
      <div class="page-head">
        <h1>Bots</h1>
        {administers.value && <Owner user={view.user} />}
        {canDeploy.value && (
          <div class="actions">
            <a class="button" data-kind="main" href="/deploy">
              Create a bot
            </a>
          </div>
        )}
      </div>
      <Loaded resource={bots} empty={(all) => all.length === 0 && <NoBots />}>
        {(all) => <Bots all={all} bots={bots} view={view} />}
      </Loaded>
    </>
  );
}

function NoBots() {
  if (readView(search.value).user !== undefined)
    return (
      <Panel>
        <Empty>
          <h2>No bots</h2>
          <Button onClick={() => setSearch({ user: undefined })}>Show my bots</Button>
        </Empty>
      </Panel>
    );
  return (
    <Panel>
      <Empty>
        <h2>No bots yet</h2>
        <p>Create a package, deploy it, and start a bot from it.</p>
        <Command text="platform custom-bot init my-bot --runtime python311" />
        <Command text="platform custom-bot deploy my-bot" />
        <Command text="platform bot deploy instance.json" />
      </Empty>
    </Panel>
  );
}

function Bots({ all, bots, view }: { all: Bot[]; bots: Resource<Bot[]>; view: View }) {
  // To sort by what the overviews say, those of all bots are needed.
  const needsAll = view.sort === "signal" || view.sort === "errors";
  const plain = needsAll ? [] : chosen(all, view, undefined);
  const page = Math.min(view.page, Math.max(1, Math.ceil(plain.length / perPage)));
  const ids = needsAll ? undefined : part(plain, page).map(({ bot_id }) => bot_id);
  const overviews = useResource((signal) => listOverviews(ids, view.user, signal), [ids, view.user]);
  useRefresh(overviews.reload, refreshed);
  const known = useRef(overviews.value);
  if (overviews.value) known.current = new Map([...(known.current ?? []), ...overviews.value]);
  const found = needsAll ? chosen(all, view, known.current) : plain;
  const pages = Math.max(1, Math.ceil(found.length / perPage));
  const shown = Math.min(view.page, pages);
  // A status may have changed between the list and the subscriptions.
  const catchingUp = useRef<ReturnType<typeof setTimeout>>(undefined);
  const catchUp = () => {
    // Not put off by the next change: in a list of a thousand bots there is always one.
    catchingUp.current ??= setTimeout(() => {
      catchingUp.current = undefined;
      bots.reload();
    }, caughtUpMs);
  };
  useEffect(() => () => clearTimeout(catchingUp.current), []);
  const change = (id: string, status: Bot["status"]) =>
    bots.change((old) => old.map((bot) => (bot.bot_id === id ? { ...bot, status } : bot)));
  return (
    <div class="stack">
      <Filters bots={all} view={view} />
      {overviews.error !== undefined && <Failure error={overviews.error} retry={overviews.reload} />}
      <Panel flush>
        {found.length === 0 ? (
          <Nothing />
        ) : (
          <BotTable
            bots={part(found, shown)}
            overviews={known.current}
            view={view}
            onChange={change}
            onSubscribed={catchUp}
          />
        )}
        {pages > 1 && <Pages page={shown} pages={pages} count={found.length} />}
      </Panel>
    </div>
  );
}

const part = (bots: Bot[], page: number): Bot[] => bots.slice((page - 1) * perPage, page * perPage);

function Nothing() {
  return (
    <Empty>
      <h2>No bot matches</h2>
      <Button onClick={() => setSearch({ q: undefined, status: undefined, custom_bot: undefined })}>
        Show all bots
      </Button>
    </Empty>
  );
}

function Pages({ page, pages, count }: { page: number; pages: number; count: number }) {
  const to = (next: number) => setSearch({ page: next === 1 ? undefined : String(next) });
  return (
    <nav class="pages" aria-label="Pages of the list">
      <span class="soft small">
        {((page - 1) * perPage + 1).toLocaleString()}–{Math.min(page * perPage, count).toLocaleString()} of{" "}
        {count.toLocaleString()}
      </span>
      <Button disabled={page === 1} onClick={() => to(page - 1)}>
        Previous
      </Button>
      <Button disabled={page === pages} onClick={() => to(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
