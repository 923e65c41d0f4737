import type { Bot } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { printable } from "../../lib/printable.ts";
import { search, setSearch } from "../../lib/url.ts";
import { useAction } from "../../platform/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Command } from "../../ui/copy.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Field } from "../../ui/field.tsx";
import { Empty, Panel } from "../../ui/panel.tsx";
import { AnswerView } from "./answer.tsx";
import { ask, builtIns } from "./api/queries.ts";
import { asCommand, asCurl } from "./commands.ts";
import { type Asked, historyOf, remember } from "./history.ts";
import { History } from "./history-panel.tsx";
import { faultOfText } from "./params.ts";
import { ParamsEditor } from "./params-editor.tsx";

/** Longer parameters do not fit into the address of the page. */
const longestInAddress = 2_000;

export function Ask({ bot, paths }: { bot: Bot; paths: string[] }) {
  const own = paths.filter((path) => !builtIns.includes(path));
  const path = search.value.get("query") ?? own[0] ?? "/health";
  const [params, setParams] = useState(() => search.value.get("params") ?? "{}");
  const [fault, setFault] = useState(() => faultOfText(params));
  // The editor begins again when another query is chosen, not while one is typed.
  const [round, setRound] = useState(0);
  const history = historyOf(bot.bot_id);
  const [shown, setShown] = useState<Asked>();
  const begin = (next: string, given: string) => {
    setParams(given);
    setFault(faultOfText(given));
    setRound(round + 1);
    setSearch({ query: next, params: inAddress(given) });
  };
  const asking = useAction(async () => {
    setSearch({ query: path, params: inAddress(params) });
    setShown(undefined);
    setShown(remember(bot.bot_id, { path, params, ...(await ask(bot.bot_id, path, params)) }));
  });
  const choose = (next: string) => {
    const last = history.find((one) => one.path === next);
    setShown(undefined);
    begin(next, last?.params ?? "{}");
  };
  const isUnlisted = !paths.includes(path);
  return (
    <div class="queries">
      <Panel title="Ask the bot">
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (!fault) void asking.run();
          }}
        >
          <Field
            label="Query"
            error={isUnlisted ? `The bot does not list ${printable(path)} in /info.` : undefined}
          >
            {(field) => (
              <select {...field} value={path} onChange={({ currentTarget: { value } }) => choose(value)}>
                <Options name="Of this bot" paths={isUnlisted ? [...own, path] : own} />
                <Options name="Built in" paths={builtIns} />
              </select>
            )}
          </Field>
          <ParamsEditor
            key={round}
            text={params}
            onChange={(text, why) => {
              setParams(text);
              setFault(why);
            }}
          />
          <div class="actions">
            <Button kind="main" type="submit" disabled={asking.running || fault !== undefined}>
              {asking.running ? "Asking …" : "Ask"}
            </Button>
          </div>
          {!fault && (
            <details class="terminal">
              <summary>The same in a terminal</summary>
              <Command text={asCommand(bot, path, params)} />
              <Command text={asCurl(location.origin, bot.bot_id, path, params)} />
              <p class="soft small">
                curl takes an API key from the variable <code>PLATFORM_API_KEY</code>; make one under{" "}
                <a href="/keys">API keys</a>.
              </p>
            </details>
          )}
        </form>
      </Panel>
      <Panel title="Answer">
        <div aria-live="polite" aria-busy={asking.running}>
          {asking.error !== undefined ? (
            <Failure error={asking.error} retry={() => void asking.run()} />
          ) : shown ? (
            <AnswerView botId={bot.bot_id} asked={shown} />
          ) : (
            <Empty>{asking.running ? "The bot is thinking …" : "Choose a query, and ask."}</Empty>
          )}
        </div>
      </Panel>
      {history.length > 0 && (
        <History
          asked={history}
          shown={shown}
          onChoose={(one) => {
            begin(one.path, one.params);
            setShown(one);
          }}
        />
      )}
    </div>
  );
}

const inAddress = (params: string): string | undefined =>
  params === "{}" || params.length > longestInAddress ? undefined : params;

function Options({ name, paths }: { name: string; paths: string[] }) {
  if (paths.length === 0) return null;
  return (
    <optgroup label={name}>
      {paths.map((path) => (
        <option key={path} value={path}>
          {printable(path).slice(0, 200)}
        </option>
      ))}
    </optgroup>
  );
}
