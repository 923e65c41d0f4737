import { BotStatus } from "../../domain/bot-status.tsx";
import { useResource } from "../../platform/use-resource.ts";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Ago } from "../../ui/time.tsx";
import type { TabProps } from "../bot/tabs.tsx";
import { listEvents } from "./api/list-events.ts";

export default function EventsTab({ bot }: TabProps) {
  // The status is part of the key: each change adds an event.
  const events = useResource(() => listEvents(bot.bot_id), [bot.bot_id, bot.status]);
  return (
    <Panel title="Status changes" flush>
      <Loaded resource={events} empty={({ items }) => items.length === 0 && <Empty>No changes yet.</Empty>}>
        {({ items }) => (
          <div class="table-scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">Status</th>
                  <th scope="col">Why</th>
                </tr>
              </thead>
              <tbody>
                {items.map((event) => (
                  <tr key={event.seq}>
                    <td>
                      <Ago time={event.time} />
                    </td>
                    <td>
                      <BotStatus status={event.status} />
                    </td>
                    <td class="given">{event.detail ?? event.reason ?? ""}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}
