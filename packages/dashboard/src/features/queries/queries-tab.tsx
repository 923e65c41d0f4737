import type { Bot } from "@botyard/client/browser";
import type { TabProps } from "../../domain/bot-tab.ts";
import { canDeploy } from "../../platform/session.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Command } from "../../ui/copy.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { listQueries } from "./api/queries.ts";
import { Ask } from "./ask.tsx";

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
  // A realtime bot answers while it runs; for a scheduled one, a process is started for each query.
  if (bot.schedule === undefined && bot.status !== "running") return <NotRunning bot={bot} />;
  return <Queries bot={bot} />;
}

function NotRunning({ bot }: { bot: Bot }) {
  return (
    <Panel title="Ask the bot">
      <Empty>
        <h2>The bot is {bot.status.replace("_", " ")}</h2>
        <p>It answers queries while it runs. This page goes on as soon as it does.</p>
        {canDeploy.value && bot.desired === "stopped" && (
          <Command text={`platform bot start ${bot.bot_id}`} />
        )}
        {bot.status === "failed" && <Command text={`platform bot logs ${bot.bot_id}`} />}
      </Empty>
    </Panel>
  );
}

function Queries({ bot }: { bot: Bot }) {
  const paths = useResource(
    (signal) => listQueries(bot.bot_id, signal),
    [bot.bot_id, bot.version, bot.started_at],
  );
  return <Loaded resource={paths}>{(all) => <Ask bot={bot} paths={all} />}</Loaded>;
}
