import type { StatusEvent } from "@botyard/client/browser";
import { Actor } from "../../domain/actor.tsx";
import { BotStatus } from "../../domain/bot-status.tsx";
import type { TabProps } from "../../domain/bot-tab.ts";
import { printable } from "../../lib/printable.ts";
import { written } from "../../lib/times.ts";
import { useAction } from "../../platform/use-action.ts";
import { useLive } from "../../platform/use-live.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { Ago } from "../../ui/time.tsx";
import { type Events, listEvents } from "./api/list-events.ts";
import { aroundInLog, withNewest } from "./events.ts";
import { meaningOf } from "./meaning.ts";

export default function EventsTab({ bot }: TabProps) {
  const events = useResource((signal) => listEvents(bot.bot_id, { signal }), [bot.bot_id]);
  const { value, change } = events;
  const refresh = useAction(async () => {
    const newest = await listEvents(bot.bot_id);
    change((old) => withNewest(old, newest));
  });
  // After a lost connection too: what happened meanwhile is loaded, not guessed.
  useLive(bot.bot_id, ["status"], {}, () => void refresh.run(), { onSubscribed: () => void refresh.run() });
  const more = useAction(async () => {
    if (!value?.next) return;
    const older = await listEvents(bot.bot_id, { cursor: value.next });
    change((old) => ({ items: [...old.items, ...older.items], next: older.next }));
  });
  return (
    <Panel title="What happened to the bot" flush>
      {value && refresh.error !== undefined && (
        <Failure error={refresh.error} retry={() => void refresh.run()} />
      )}
      <Loaded
        resource={events}
        empty={({ items }) =>
          items.length === 0 && (
            <Empty>
              <h2>Nothing yet</h2>
              <p>Every start, stop and failure of the bot appears here, with its reason.</p>
            </Empty>
          )
        }
      >
        {(shown) => <EventTable events={shown} botId={bot.bot_id} />}
      </Loaded>
      {value?.next && (
        <div class="panel-body">
          <Button disabled={more.running} onClick={() => void more.run()}>
            Show older
          </Button>
          {more.error !== undefined && <Failure error={more.error} />}
        </div>
      )}
    </Panel>
  );
}

function EventTable({ events, botId }: { events: Events; botId: string }) {
  return (
    <Table name="Events" columns={["Time", "Status", "What happened", "By", "Log"]}>
      {events.items.map((event) => (
        <Row key={event.seq} event={event} botId={botId} />
      ))}
    </Table>
  );
}

function Row({ event, botId }: { event: StatusEvent; botId: string }) {
  return (
    <tr>
      <td class="event-time">
        {written("zoned", Date.parse(event.time))}
        <br />
        <span class="soft small">
          <Ago time={event.time} />
        </span>
      </td>
      <td>
        <BotStatus status={event.status} />
      </td>
      <td class="given sentence">
        {meaningOf(event)}
        {event.detail && <p class="soft small">{printable(event.detail)}</p>}
      </td>
      <td class="given event-by">
        {event.actor ? <Actor actor={event.actor} /> : event.revision !== undefined && "Platform"}
        {event.revision !== undefined && (
          <p class="soft small">
            <a href={`/bots/${encodeURIComponent(botId)}/config?revision=${event.revision}`}>
              Revision {event.revision}
            </a>
          </p>
        )}
      </td>
      <td>
        <a
          href={`/bots/${encodeURIComponent(botId)}/logs?${aroundInLog(event.time)}`}
          aria-label={`Log around ${written("zoned", Date.parse(event.time))}`}
        >
          Log
        </a>
      </td>
    </tr>
  );
}
