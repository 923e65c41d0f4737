import { BotStatus } from "../../domain/bot-status.tsx";
import { deployCommand } from "../../domain/settings/deploy-command.ts";
import { bytes } from "../../lib/bytes.ts";
import { printable } from "../../lib/printable.ts";
import { search, setSearch } from "../../lib/url.ts";
import { canDeploy } from "../../platform/session.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Command, Copy } from "../../ui/copy.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { isNotFound, NotFound } from "../../ui/not-found.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { Ago } from "../../ui/time.tsx";
import { getCustomBot, type Shown } from "./api/custom-bots.ts";
import { exampleOf } from "./example.ts";
import { SchemaPanel } from "./schema-panel.tsx";

export default function CustomBotPage({ name = "" }: Record<string, string>) {
  const version = search.value.get("version") ?? undefined;
  const shown = useResource((signal) => getCustomBot(name, version, signal), [name, version]);
  if (!shown.value && isNotFound(shown.error))
    return (
      <NotFound title="Custom bot not found">
        <p>
          <code class="given">{printable(version === undefined ? name : `${name} ${version}`)}</code> was
          removed, or is not one of your custom bots.
        </p>
        <a class="button" href="/custom-bots">
          All custom bots
        </a>
      </NotFound>
    );
  return <Loaded resource={shown}>{(value) => <Page {...value} />}</Loaded>;
}

function Page({ customBot, schema, instances }: Shown) {
  const { name, version, versions, metadata } = customBot;
  return (
    <div class="stack page">
      <div class="page-head">
        <h1 class="given">{name}</h1>
        <label>
          <span class="hidden-text">Version</span>
          <select
            value={version}
            onChange={({ currentTarget }) => setSearch({ version: currentTarget.value })}
          >
            {versions.map((one) => (
              <option key={one} value={one}>
                {one === customBot.latest_version ? `${one} (latest)` : one}
              </option>
            ))}
          </select>
        </label>
        {canDeploy.value && (
          <div class="actions">
            <a
              class="button"
              data-kind="main"
              href={`/deploy?custom_bot=${encodeURIComponent(name)}&version=${encodeURIComponent(version)}`}
            >
              Create a bot
            </a>
          </div>
        )}
      </div>
      {customBot.description && <p class="given">{printable(customBot.description)}</p>}
      <Panel title="Package">
        <dl class="facts">
          <Fact name="Model" value={customBot.type} />
          <Fact name="Runtime" value={customBot.runtime} />
          <Fact name="Author" value={customBot.author} />
          <Fact name="Complexity" value={metadata?.complexity} />
          <Fact name="Categories" value={metadata?.categories?.join(", ")} />
          <Fact name="Tags" value={metadata?.tags?.join(", ")} />
          <Fact name="Queries" value={customBot.has_queries ? "answered" : "none"} />
          <Fact name="Size" value={bytes(customBot.bytes)} />
          <div>
            <dt>Uploaded</dt>
            <dd>
              <Ago time={customBot.created_at} />
            </dd>
          </div>
          <div class="fact-wide">
            <dt>SHA-256</dt>
            <dd class="with-copy">
              <code class="given">{customBot.sha256}</code>
              <Copy text={customBot.sha256} />
            </dd>
          </div>
        </dl>
      </Panel>
      <Panel title={`Bots of this kind (${instances.length})`} flush={instances.length > 0}>
        {instances.length === 0 ? (
          <Empty>
            <p>No bot is made of it yet. Create one above, or in a terminal when the config is filled in:</p>
            <Command text={deployCommand(exampleOf(customBot, schema))} />
          </Empty>
        ) : (
          <Table name="Bots" columns={["Name", "Status", "Version"]}>
            {instances.map((bot) => (
              <tr key={bot.bot_id}>
                <th scope="row">
                  <a class="given" href={`/bots/${encodeURIComponent(bot.bot_id)}`}>
                    {bot.name}
                  </a>
                </th>
                <td>
                  <BotStatus status={bot.status} />
                </td>
                <td>{bot.version}</td>
              </tr>
            ))}
          </Table>
        )}
      </Panel>
      <Panel title="Readme">
        {customBot.readme === undefined ? (
          <Empty>The package has no readme.</Empty>
        ) : (
          <Markdown text={customBot.readme} />
        )}
      </Panel>
      <SchemaPanel text={schema} />
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd class="given">{printable(value)}</dd>
    </div>
  );
}
