import type { StateKey } from "@botyard/client/browser";
import { useRef } from "preact/hooks";
import type { TabProps } from "../../domain/bot-tab.ts";
import { bytes } from "../../lib/bytes.ts";
import { printable } from "../../lib/printable.ts";
import { search, setSearch } from "../../lib/url.ts";
import { useRefresh } from "../../platform/use-refresh.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Ago } from "../../ui/time.tsx";
import { listState } from "./api/state.ts";
import { Value } from "./value.tsx";

const refreshed = 5_000;
const mostListed = 500;

export default function StateTab({ bot }: TabProps) {
  const keys = useResource((signal) => listState(bot.bot_id, signal), [bot.bot_id]);
  const isLive = search.value.get("refresh") !== "off";
  useRefresh(keys.reload, isLive ? refreshed : undefined);
  return (
    <Panel
      title="State"
      actions={
        <>
          <label class="check">
            <input
              type="checkbox"
              checked={isLive}
              onChange={({ currentTarget: { checked } }) =>
                setSearch({ refresh: checked ? undefined : "off" })
              }
            />
            Every 5 s
          </label>
          <Button disabled={keys.loading} onClick={keys.reload}>
            Refresh
          </Button>
        </>
      }
      flush
    >
      <Loaded resource={keys} empty={(all) => all.length === 0 && <NoState />}>
        {(all) => <Keys botId={bot.bot_id} all={all} />}
      </Loaded>
    </Panel>
  );
}

function Keys({ botId, all }: { botId: string; all: StateKey[] }) {
  const chosen = search.value.get("key");
  const words = (search.value.get("find") ?? "").toLowerCase();
  const found = all.filter(({ key }) => key.toLowerCase().includes(words));
  const first = useFirst(words, found[0]?.key);
  const wanted = chosen ?? first;
  const shown = all.find(({ key }) => key === wanted);
  const total = all.reduce((sum, { bytes: size }) => sum + size, 0);
  return (
    <div class="state">
      <div class="state-keys">
        <div class="state-find">
          <SearchField
            label="Find a key"
            placeholder="Find a key"
            value={search.value.get("find") ?? ""}
            onSearch={(find) => setSearch({ find })}
          />
          <span class="soft small">
            {words && `${found.length} of `}
            {all.length.toLocaleString()} {all.length === 1 ? "key" : "keys"}, {bytes(total)}
          </span>
        </div>
        <ul aria-label="Keys">
          {found.slice(0, mostListed).map(({ key, bytes: size, updated_at }) => (
            <li key={key}>
              <button
                type="button"
                aria-pressed={key === shown?.key}
                onClick={() => setSearch({ key })}
                class="state-key"
              >
                <span class="given mono">{printable(key)}</span>
                <span class="soft small">
                  {bytes(size)} · <Ago time={updated_at} />
                </span>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <Empty>No key matches.</Empty>}
        {found.length > mostListed && (
          <p class="soft small state-find">
            {mostListed} of {found.length.toLocaleString()} are listed; find the others by name.
          </p>
        )}
      </div>
      <div class="state-value">
        {shown ? (
          <Value key={shown.key} botId={botId} name={shown.key} changed={shown.updated_at} />
        ) : (
          <Empty>
            {wanted === undefined ? "Choose a key." : `The key ${printable(wanted)} is no longer there.`}
          </Empty>
        )}
      </div>
    </div>
  );
}

/** The first key for the words. It stays when the bot stores one before it: what is being read must not change. */
function useFirst(words: string, key: string | undefined): string | undefined {
  const seen = useRef({ words, key });
  if (seen.current.words !== words || seen.current.key === undefined) seen.current = { words, key };
  return seen.current.key;
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
