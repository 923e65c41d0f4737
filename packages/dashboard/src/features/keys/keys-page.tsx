import type { ApiKey, CreatedApiKey } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { search, setSearch } from "../../lib/url.ts";
import { caller, canAdmin } from "../../platform/session.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Command } from "../../ui/copy.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Status } from "../../ui/status.tsx";
import { Table } from "../../ui/table.tsx";
import { Ago } from "../../ui/time.tsx";
import { listKeys, revokeKey } from "./api/keys.ts";
import { NewKey } from "./new-key.tsx";

export default function KeysPage() {
  const ofAll = search.value.get("user") === "all";
  const keys = useResource((signal) => listKeys(ofAll, signal), [ofAll]);
  const [dialog, setDialog] = useState<"new" | ApiKey>();
  const [created, setCreated] = useState<CreatedApiKey>();
  const close = () => setDialog(undefined);
  return (
    <div class="stack page">
      <div class="page-head">
        <h1>API keys</h1>
        {caller.value?.role === "admin" && (
          <label>
            <input
              type="checkbox"
              checked={ofAll}
              onChange={({ currentTarget }) => setSearch({ user: currentTarget.checked ? "all" : undefined })}
            />{" "}
            of all users
          </label>
        )}
        {canAdmin.value && (
          <div class="actions">
            <Button kind="main" onClick={() => setDialog("new")}>
              Create a key
            </Button>
          </div>
        )}
      </div>
      <Session />
      {created && (
        <Panel title={`The key ${created.name}`}>
          <div class="stack" role="status">
            <p>Copy it now: the platform stores only its hash, and cannot show it again.</p>
            {created.key === undefined ? (
              <p>The platform did not send it. Revoke it, and create another.</p>
            ) : (
              <Command text={created.key} />
            )}
            <div class="actions">
              <Button onClick={() => setCreated(undefined)}>I have copied it</Button>
            </div>
          </div>
        </Panel>
      )}
      <Panel flush>
        <Loaded resource={keys} empty={(all) => all.length === 0 && <NoKeys />}>
          {(all) => <KeyTable keys={all} ofAll={ofAll} onRevoke={setDialog} />}
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
          {dialog.id === caller.value?.key.id && " This page uses it too."}
        </Confirm>
      )}
    </div>
  );
}

/** With what the dashboard itself is signed in. */
function Session() {
  const { signed_in_by, key } = caller.value!;
  if (signed_in_by !== "session") return null;
  return (
    <p class="soft">
      You are signed in with a session of this browser (scopes: {key.scopes.join(", ")}
      {key.expires_at && (
        <>
          ; it ends <Ago time={key.expires_at} />
        </>
      )}
      ). It is not one of the keys.
    </p>
  );
}

function NoKeys() {
  return (
    <Empty>
      <p>No keys yet. A program that uses the platform needs one.</p>
      <Command text="platform key create my-program --scope read" />
    </Empty>
  );
}

const week = 7 * 86_400_000;

function Expiry({ at }: { at: string | undefined }) {
  if (at === undefined) return <span class="soft">never</span>;
  const left = Date.parse(at) - Date.now();
  if (left <= 0) return <Status tone="off">expired</Status>;
  return (
    <>
      <Ago time={at} /> {left < week && <Status tone="warn">soon</Status>}
    </>
  );
}

interface TableProps {
  keys: ApiKey[];
  ofAll: boolean;
  onRevoke(key: ApiKey): void;
}

function KeyTable({ keys, ofAll, onRevoke }: TableProps) {
  return (
    <Table name="Keys" columns={["Name", "Scopes", "Created", "Expires", "Last used", { hidden: "Actions" }]}>
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row" class="given">
            {key.name}
            {ofAll && key.user && <span class="soft"> · {key.user}</span>}{" "}
            {key.id === caller.value?.key.id && <span class="soft small">this session</span>}
          </th>
          <td>{key.scopes.join(", ")}</td>
          <td>
            <Ago time={key.created_at} />
          </td>
          <td>
            <Expiry at={key.expires_at} />
          </td>
          <td>{key.last_used_at ? <Ago time={key.last_used_at} /> : <span class="soft">never</span>}</td>
          <td>
            {canAdmin.value && (
              <div class="actions">
                <Button kind="danger" onClick={() => onRevoke(key)} aria-label={`Revoke ${key.name}`}>
                  Revoke …
                </Button>
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
