import { useState } from "preact/hooks";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Json } from "../../ui/json.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Ago } from "../../ui/time.tsx";
import type { TabProps } from "../bot/tabs.tsx";
import { listState, readValue } from "./api/state.ts";

const bytes = new Intl.NumberFormat("en", {
  style: "unit",
  unit: "byte",
  unitDisplay: "narrow",
  notation: "compact",
});

export default function StateTab({ bot }: TabProps) {
  const keys = useResource(() => listState(bot.bot_id), [bot.bot_id]);
  const [shown, setShown] = useState<string>();
  return (
    <Panel title="State" actions={<Button onClick={keys.reload}>Reload</Button>} flush>
      <Loaded resource={keys} empty={(all) => all.length === 0 && <NoState />}>
        {(all) => (
          <div class="table-scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Key</th>
                  <th scope="col" class="number">
                    Size
                  </th>
                  <th scope="col">Changed</th>
                  <th scope="col">Value</th>
                </tr>
              </thead>
              <tbody>
                {all.map(({ key, bytes: size, updated_at }) => (
                  <tr key={key}>
                    <th scope="row" class="given mono">
                      {key}
                    </th>
                    <td class="number">{bytes.format(size)}</td>
                    <td>
                      <Ago time={updated_at} />
                    </td>
                    <td>
                      {shown === key ? (
                        <Value botId={bot.bot_id} name={key} changed={updated_at} />
                      ) : (
                        <Button onClick={() => setShown(key)} aria-label={`Show ${key}`}>
                          Show
                        </Button>
                      )}
                    </td>
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

function NoState() {
  return (
    <Empty>
      <h2>No state yet</h2>
      <p>
        What the bot stores with <code>state.set("key", value)</code> appears here, and survives restarts.
      </p>
    </Empty>
  );
}

function Value({ botId, name, changed }: { botId: string; name: string; changed: string }) {
  const value = useResource(() => readValue(botId, name), [botId, name, changed]);
  return <Loaded resource={value}>{(text) => <Json text={text} />}</Loaded>;
}
