import type { Bot, StreamRecord } from "@botyard/client/browser";
import { useRef } from "preact/hooks";
import { search, setSearch } from "../../app/url.ts";
import { BotStatus } from "../../domain/bot-status.tsx";
import { useLive } from "../../platform/use-live.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Command } from "../../ui/copy.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Ago } from "../../ui/time.tsx";
import { listBots } from "./api/list-bots.ts";

export default function BotsPage() {
  const bots = useResource(listBots, []);
  const words = search.value.get("q") ?? "";
  const change = (bot: Bot) => bots.set(bots.value!.map((old) => (old.bot_id === bot.bot_id ? bot : old)));
  // A status may have changed between the list and the subscriptions.
  const caughtUp = useRef<ReturnType<typeof setTimeout>>(undefined);
  const catchUp = () => {
    clearTimeout(caughtUp.current);
    caughtUp.current = setTimeout(bots.reload, 100);
  };
  return (
    <>
      <div class="page-head">
        <h1>Bots</h1>
        <label class="actions">
          <span class="hidden-text">Search</span>
          <input
            class="input"
            type="search"
            placeholder="Search by name or type"
            value={words}
            onInput={({ currentTarget }) => setSearch({ q: currentTarget.value })}
          />
        </label>
      </div>
      <Panel flush>
        <Loaded resource={bots} empty={(all) => all.length === 0 && <NoBots />}>
          {(all) => <BotTable bots={chosen(all, words)} onChange={change} onSubscribed={catchUp} />}
        </Loaded>
      </Panel>
    </>
  );
}

function NoBots() {
  return (
    <Empty>
      <h2>No bots yet</h2>
      <p>Create a package, deploy it, and start a bot from it.</p>
      <Command text="platform custom-bot init my-bot --runtime python311" />
    </Empty>
  );
}

/** The bots that match, those that need attention first. */
function chosen(bots: Bot[], words: string): Bot[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return bots
    .filter(({ name, type }) => wanted.every((word) => `${name} ${type}`.toLowerCase().includes(word)))
    .sort((a, b) => urgency(a) - urgency(b) || a.name.localeCompare(b.name));
}

const urgent: Bot["status"][] = ["failed", "backing_off"];
const urgency = (bot: Bot): number =>
  urgent.includes(bot.status) ? urgent.indexOf(bot.status) : urgent.length;

interface Changes {
  onChange(bot: Bot): void;
  onSubscribed(): void;
}

function BotTable({ bots, ...changes }: { bots: Bot[] } & Changes) {
  return (
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
            <th scope="col">Type</th>
            <th scope="col">Version</th>
            <th scope="col">Next run</th>
          </tr>
        </thead>
        <tbody>
          {bots.map((bot) => (
            <BotRow key={bot.bot_id} bot={bot} {...changes} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BotRow({ bot, onChange, onSubscribed }: { bot: Bot } & Changes) {
  const show = (records: StreamRecord[]) => {
    const last = records.findLast((record) => record.kind === "event" && record.channel === "status");
    if (last?.kind !== "event" || last.channel !== "status" || last.record.status === "deleted") return;
    onChange({ ...bot, status: last.record.status });
  };
  useLive(bot.bot_id, ["status"], {}, show, { onSubscribed });
  return (
    <tr>
      <th scope="row">
        <a class="given" href={`/bots/${encodeURIComponent(bot.bot_id)}`}>
          {bot.name}
        </a>
      </th>
      <td>
        <BotStatus status={bot.status} />
      </td>
      <td class="given">{bot.type}</td>
      <td>{bot.version}</td>
      <td>{bot.next_tick_at ? <Ago time={bot.next_tick_at} /> : <span class="soft">–</span>}</td>
    </tr>
  );
}
