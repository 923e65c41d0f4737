import type { Secret } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { printable } from "../../lib/printable.ts";
import { canDeploy } from "../../platform/session.ts";
import { useAction } from "../../platform/use-action.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Command } from "../../ui/copy.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Status } from "../../ui/status.tsx";
import { Table } from "../../ui/table.tsx";
import { Ago } from "../../ui/time.tsx";
import { applySecret, deleteSecret, listSecrets } from "./api/secrets.ts";
import { SetSecret } from "./set-secret.tsx";

type Open = { is: "new" } | { is: "rotate" | "delete"; name: string };

export default function SecretsPage() {
  const secrets = useResource(listSecrets, []);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const apply = useAction(async (name: string) => {
    await applySecret(name);
    secrets.reload();
  });
  return (
    <div class="stack page">
      <div class="page-head">
        <h1>Secrets</h1>
        {canDeploy.value && (
          <div class="actions">
            <Button kind="main" onClick={() => setOpen({ is: "new" })}>
              Set a secret
            </Button>
          </div>
        )}
      </div>
      {apply.error !== undefined && <Failure error={apply.error} />}
      <Panel flush>
        <Loaded resource={secrets} empty={(all) => all.length === 0 && <NoSecrets />}>
          {(all) => <Secrets secrets={all} onOpen={setOpen} onApply={(name) => void apply.run(name)} />}
        </Loaded>
      </Panel>
      {open !== undefined && open.is !== "delete" && (
        <SetSecret
          name={open.is === "rotate" ? open.name : undefined}
          onClose={close}
          onSet={secrets.reload}
        />
      )}
      {open?.is === "delete" && (
        <Confirm
          title={`Delete ${open.name}`}
          action="Delete the secret"
          name={open.name}
          onClose={close}
          onConfirm={async () => {
            await deleteSecret(open.name);
            secrets.reload();
          }}
        >
          All its values are deleted. A secret that bots use is kept.
        </Confirm>
      )}
    </div>
  );
}

function NoSecrets() {
  return (
    <Empty>
      <p>No secrets yet. Keys of exchanges belong here, and not into the config of a bot.</p>
      <Command text="platform secret set kraken-key" />
    </Empty>
  );
}

interface Props {
  secrets: Secret[];
  onOpen(open: Open): void;
  onApply(name: string): void;
}

function Secrets({ secrets, onOpen, onApply }: Props) {
  return (
    <Table name="Secrets" columns={["Name", "Version", "Set", "By", "Last used", { hidden: "Actions" }]}>
      {secrets.map(({ name, version, applied_version, updated_at, actor, last_used_at }) => (
        <tr key={name}>
          <th scope="row" class="given mono">
            {name}
          </th>
          <td>
            {version} {applied_version < version && <Status tone="warn">staged</Status>}
          </td>
          <td>
            <Ago time={updated_at} />
          </td>
          <td class="given">{actor && printable(actor.user_name)}</td>
          <td>{last_used_at ? <Ago time={last_used_at} /> : <span class="soft">never</span>}</td>
          <td>
            {canDeploy.value && (
              <div class="actions">
                {applied_version < version && (
                  <Button onClick={() => onApply(name)} aria-label={`Apply ${name}`}>
                    Apply
                  </Button>
                )}
                <Button onClick={() => onOpen({ is: "rotate", name })} aria-label={`New value of ${name}`}>
                  New value …
                </Button>
                <Button
                  kind="danger"
                  onClick={() => onOpen({ is: "delete", name })}
                  aria-label={`Delete ${name}`}
                >
                  Delete …
                </Button>
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
