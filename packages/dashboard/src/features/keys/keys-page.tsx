import type { ApiKey, CreatedApiKey } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { canAdmin } from "../../platform/session.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Command } from "../../ui/copy.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Ago } from "../../ui/time.tsx";
import { listKeys, revokeKey } from "./api/keys.ts";
import { NewKey } from "./new-key.tsx";

export default function KeysPage() {
  const keys = useResource(listKeys, []);
  const [dialog, setDialog] = useState<"new" | ApiKey>();
  const [created, setCreated] = useState<CreatedApiKey>();
  const close = () => setDialog(undefined);
  return (
    <>
      <div class="page-head">
        <h1>API keys</h1>
        {canAdmin.value && (
          <div class="actions">
            <Button kind="main" onClick={() => setDialog("new")}>
              Create a key
            </Button>
          </div>
        )}
      </div>
      {created && (
        <Panel title={`The key ${created.name}`}>
          <div class="stack">
            <p>Copy it now: the platform stores only its hash, and cannot show it again.</p>
            <Command text={created.key ?? ""} />
            <div class="actions">
              <Button onClick={() => setCreated(undefined)}>I have copied it</Button>
            </div>
          </div>
        </Panel>
      )}
      <Panel flush>
        <Loaded resource={keys} empty={(all) => all.length === 0 && <Empty>No keys.</Empty>}>
          {(all) => <KeyTable keys={all} onRevoke={setDialog} />}
        </Loaded>
      </Panel>
      {dialog === "new" && (
        <NewKey
          onClose={close}
          onCreated={(key) => {
            setCreated(key);
            keys.reload();
          }}
        />
      )}
      {typeof dialog === "object" && (
        <Confirm
          title={`Revoke ${dialog.name}`}
          action="Revoke the key"
          onClose={close}
          onConfirm={async () => {
            await revokeKey(dialog.id);
            keys.reload();
          }}
        >
          Programs that use it are refused at once, and their open streams end. This cannot be undone.
        </Confirm>
      )}
    </>
  );
}

function KeyTable({ keys, onRevoke }: { keys: ApiKey[]; onRevoke(key: ApiKey): void }) {
  return (
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Scopes</th>
            <th scope="col">Created</th>
            <th scope="col">Expires</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span class="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <th scope="row" class="given">
                {key.name}
                {key.user && <span class="soft"> · {key.user}</span>}
              </th>
              <td>{key.scopes.join(", ")}</td>
              <td>
                <Ago time={key.created_at} />
              </td>
              <td>{key.expires_at ? <Ago time={key.expires_at} /> : <span class="soft">never</span>}</td>
              <td>{key.last_used_at ? <Ago time={key.last_used_at} /> : <span class="soft">never</span>}</td>
              <td>
                {canAdmin.value && (
                  <Button kind="danger" onClick={() => onRevoke(key)} aria-label={`Revoke ${key.name}`}>
                    Revoke …
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
