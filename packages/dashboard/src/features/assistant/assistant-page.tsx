import { search, setSearch } from "../../lib/url.ts";
import { Command } from "../../ui/copy.tsx";
import { Field } from "../../ui/field.tsx";
import { Json } from "../../ui/json.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { anyClient, clients } from "./clients.ts";
import { tools } from "./tools.ts";

const first = "claude-code";

export default function AssistantPage() {
  const chosen = search.value.get("client") ?? first;
  const client = Object.hasOwn(clients, chosen) ? clients[chosen] : undefined;
  const address = `${location.origin}/mcp`;
  const config = (client?.config ?? anyClient)(address);
  return (
    <div class="stack page">
      <div class="page-head">
        <h1>Connect an assistant</h1>
      </div>
      <p>
        An AI assistant can deploy, watch and change your bots through the tool server at{" "}
        <code class="given">{address}</code>.
      </p>
      <Panel title="1. Give it a key of its own">
        <div class="stack">
          <p>
            Such a key can be revoked alone. With the scope read, the assistant can look at everything and
            change nothing.
          </p>
          <Command text="export PLATFORM_API_KEY=$(platform key create assistant --scope read --expires 90d)" />
          <p>
            Or create it on the page <a href="/keys">API keys</a>, and set the environment variable{" "}
            <code>PLATFORM_API_KEY</code> where the assistant starts.
          </p>
        </div>
      </Panel>
      <Panel title="2. Tell it where the platform is">
        <div class="stack">
          <Field label="Assistant">
            {(field) => (
              <select
                {...field}
                value={client ? chosen : "other"}
                onChange={({ currentTarget: { value } }) =>
                  setSearch({ client: value === first ? undefined : value })
                }
              >
                {Object.entries(clients).map(([word, { title }]) => (
                  <option key={word} value={word}>
                    {title}
                  </option>
                ))}
                <option value="other">Another</option>
              </select>
            )}
          </Field>
          {client && <Command text={`platform mcp install ${chosen}`} />}
          <p>
            {client ? (
              <>
                The command adds this to the assistant's configuration,{" "}
                <code class="given">{client.file}</code>:
              </>
            ) : (
              "Most assistants read this form in their own configuration file:"
            )}
          </p>
          <Json text={config} />
          <p class="soft small">
            The key stays in the environment variable, so the file can be shared. {client?.note}
          </p>
        </div>
      </Panel>
      <Panel title="3. Try it">
        <div class="stack">
          <p>This lists your bots with the same key, as the assistant does:</p>
          <Command
            text={[
              `curl -s ${address}`,
              "-H 'Content-Type: application/json'",
              '-H "x-api-key: $PLATFORM_API_KEY"',
              `-d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bot_list"}}'`,
            ].join(" \\\n  ")}
          />
          <p>
            Logs of bots can contain text from outside that tries to give the assistant orders. The tools mark
            it as untrusted; let the assistant ask you before it changes anything.
          </p>
        </div>
      </Panel>
      <Panel title={`The ${tools.length} tools`} flush>
        <Table name="Tools" columns={["Tool", "What it does", "Scope"]}>
          {tools.map(({ name, does, scope }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{does}</td>
              <td>{scope}</td>
            </tr>
          ))}
        </Table>
      </Panel>
    </div>
  );
}
