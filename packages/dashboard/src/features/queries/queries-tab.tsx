import type { Bot } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { search, setSearch } from "../../app/url.ts";
import { useAction } from "../../platform/use-action.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Command } from "../../ui/copy.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Field } from "../../ui/field.tsx";
import { Json } from "../../ui/json.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import type { TabProps } from "../bot/tabs.tsx";
import { type Answer, ask, listQueries } from "./api/queries.ts";
import { asCommand, asCurl } from "./commands.ts";

export default function QueriesTab({ bot }: TabProps) {
  if (!bot.has_queries)
    return (
      <Panel>
        <Empty>
          <h2>This bot answers no queries</h2>
          <p>
            A bot answers queries if its <code>bot-config.yaml</code> has <code>entrypoints.query</code>.
          </p>
        </Empty>
      </Panel>
    );
  return <Queries bot={bot} />;
}

function Queries({ bot }: { bot: Bot }) {
  // A realtime bot answers only while it runs.
  const paths = useResource(() => listQueries(bot.bot_id), [bot.bot_id, bot.status]);
  return (
    <Panel title="Ask the bot">
      <Loaded resource={paths}>{(all) => <Ask bot={bot} paths={all} />}</Loaded>
    </Panel>
  );
}

function Ask({ bot, paths }: { bot: Bot; paths: string[] }) {
  const path =
    search.value.get("query") ?? paths.find((one) => one !== "/health" && one !== "/info") ?? "/health";
  const [params, setParams] = useState("{}");
  const [answer, setAnswer] = useState<Answer>();
  const fault = faultOf(params);
  const asking = useAction(async () => setAnswer(await ask(bot.bot_id, path, params)));
  return (
    <div class="stack">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!fault) void asking.run();
        }}
      >
        <Field label="Query">
          {(field) => (
            <select
              {...field}
              value={path}
              onChange={({ currentTarget }) => {
                setSearch({ query: currentTarget.value });
                setAnswer(undefined);
              }}
            >
              {[...new Set([...paths, path])].map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Parameters" help="A JSON object, for example {&quot;limit&quot;: 5}." error={fault}>
          {(field) => (
            <textarea
              {...field}
              class="mono"
              rows={3}
              spellcheck={false}
              value={params}
              onInput={({ currentTarget }) => setParams(currentTarget.value)}
            />
          )}
        </Field>
        <div class="actions">
          <Button kind="main" type="submit" disabled={asking.running || fault !== undefined}>
            {asking.running ? "Asking …" : "Ask"}
          </Button>
        </div>
      </form>
      {asking.error !== undefined && <Failure error={asking.error} retry={() => void asking.run()} />}
      {answer && asking.error === undefined && (
        <div class="stack" aria-live="polite">
          <p class="soft small">
            {answer.status === 200 ? "Answered" : `The bot answered with status ${answer.status}`} in{" "}
            {Math.round(answer.milliseconds)} ms
          </p>
          <Json text={answer.text} />
        </div>
      )}
      {!fault && (
        <>
          <h3>The same in a terminal</h3>
          <Command text={asCommand(bot.name, path, params)} />
          <Command text={asCurl(location.origin, bot.bot_id, path, params)} />
        </>
      )}
    </div>
  );
}

function faultOf(params: string): string | undefined {
  try {
    const value: unknown = JSON.parse(params);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return undefined;
    return "The parameters must be an object.";
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}
