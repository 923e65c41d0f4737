import { useState } from "preact/hooks";
import { Command } from "../../ui/copy.tsx";
import { Field } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";

const clients = {
  "claude-code": "Claude Code",
  "claude-desktop": "Claude Desktop",
  cursor: "Cursor",
  vscode: "VS Code",
  gemini: "Gemini CLI",
  codex: "Codex",
};

export default function AssistantPage() {
  const [client, setClient] = useState<keyof typeof clients>("claude-code");
  const address = `${location.origin}/mcp`;
  const anyClient = JSON.stringify(
    {
      mcpServers: {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the assistant replaces it
        botyard: { type: "http", url: address, headers: { "x-api-key": "${PLATFORM_API_KEY}" } },
      },
    },
    undefined,
    2,
  );
  return (
    <>
      <div class="page-head">
        <h1>Connect an assistant</h1>
      </div>
      <p>An AI assistant can deploy, watch and change your bots through the tool server at {address}.</p>
      <Panel title="1. A key of its own">
        <div class="stack">
          <p>
            It can be revoked alone. With the scope read, the assistant can look at everything and change
            nothing.
          </p>
          <Command text="export PLATFORM_API_KEY=$(platform key create assistant --scope read --expires 90d)" />
          <p>
            Or <a href="/keys">create it here</a>.
          </p>
        </div>
      </Panel>
      <Panel title="2. The configuration">
        <div class="stack">
          <Field label="Assistant">
            {(field) => (
              <select
                {...field}
                value={client}
                onChange={({ currentTarget }) => setClient(currentTarget.value as keyof typeof clients)}
              >
                {Object.entries(clients).map(([key, name]) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Command text={`platform mcp install ${client}`} />
          <p>For any other, in its own configuration file:</p>
          <Command text={anyClient} />
          <p class="soft small">The key stays in the environment variable, so that the file can be shared.</p>
        </div>
      </Panel>
      <Panel title="3. Try it">
        <div class="stack">
          <Command
            text={`curl -s ${address} -H "Content-Type: application/json" -H "x-api-key: $PLATFORM_API_KEY" -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bot_list"}}'`}
          />
          <p>
            Logs of bots can contain text from outside that tries to give the assistant orders. The tools mark
            it as untrusted; let the assistant ask you before it changes anything.
          </p>
        </div>
      </Panel>
    </>
  );
}
