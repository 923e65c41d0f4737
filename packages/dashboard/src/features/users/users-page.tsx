import type { User } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { caller } from "../../platform/session.ts";
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
import { createKeyFor, createSignInLink, disableUser, enableUser, listUsers } from "./api/users.ts";
import { NewUser } from "./new-user.tsx";
import { Quotas } from "./quotas.tsx";

export default function UsersPage() {
  if (caller.value?.role !== "admin")
    return (
      <Empty>
        <h1>Users</h1>
        <p>Only admins manage users. Ask one of them for access.</p>
      </Empty>
    );
  return <Users />;
}

function Users() {
  const users = useResource(listUsers, []);
  const [adding, setAdding] = useState(false);
  const [disabling, setDisabling] = useState<User>();
  const [link, setLink] = useState<{ name: string; url: string; key?: string | undefined }>();
  const showLink = async (name: string) => {
    const { path } = await createSignInLink(name);
    setLink({ name, url: location.origin + path });
  };
  const showKey = async (shown: { name: string; url: string }) => {
    const { key } = await createKeyFor(shown.name);
    setLink({ ...shown, key });
  };
  const act = useAction(async (action: () => Promise<unknown>) => {
    await action();
    users.reload();
  });
  return (
    <div class="stack page">
      <div class="page-head">
        <h1>Users</h1>
        <div class="actions">
          <Button kind="main" onClick={() => setAdding(true)}>
            Add a user
          </Button>
        </div>
      </div>
      {act.error !== undefined && <Failure error={act.error} />}
      {link && (
        <Panel title={`Sign-in link for ${link.name}`}>
          <div class="stack" role="status">
            <p>It signs in once, within a day, and is shown only now. Give it to {link.name} only.</p>
            <Command text={link.url} />
            {link.key === undefined ? (
              <div class="actions">
                <Button disabled={act.running} onClick={() => void act.run(() => showKey(link))}>
                  Create an API key too
                </Button>
                <Button onClick={() => setLink(undefined)}>I have copied it</Button>
              </div>
            ) : (
              <>
                <p>The API key, to read and deploy; it too is shown only now.</p>
                <Command text={link.key} />
                <div class="actions">
                  <Button onClick={() => setLink(undefined)}>I have copied both</Button>
                </div>
              </>
            )}
          </div>
        </Panel>
      )}
      <Panel flush>
        <Loaded resource={users}>
          {(all) => (
            <Table name="Users" columns={["Name", "Role", "Access", "Added", { hidden: "Actions" }]}>
              {all.map((user) => (
                <tr key={user.id}>
                  <th scope="row">
                    <a class="given" href={`/?user=${encodeURIComponent(user.name)}`}>
                      {user.name}
                    </a>
                  </th>
                  <td>{user.role}</td>
                  <td>
                    <Status tone={user.disabled_at ? "off" : "good"}>
                      {user.disabled_at ? "disabled" : "enabled"}
                    </Status>
                  </td>
                  <td>
                    <Ago time={user.created_at} />
                  </td>
                  <td>
                    <div class="actions">
                      {user.disabled_at ? (
                        <Button
                          aria-label={`Enable ${user.name}`}
                          onClick={() => void act.run(() => enableUser(user.name))}
                        >
                          Enable
                        </Button>
                      ) : (
                        <>
                          <Button
                            aria-label={`Sign-in link for ${user.name}`}
                            onClick={() => void act.run(() => showLink(user.name))}
                          >
                            Sign-in link
                          </Button>
                          {user.name !== caller.value?.user_name && (
                            <Button
                              kind="danger"
                              aria-label={`Disable ${user.name}`}
                              onClick={() => setDisabling(user)}
                            >
                              Disable …
                            </Button>
                          )}
                        </>
                      )}
                    </div>
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Loaded>
      </Panel>
      <Quotas />
      {adding && (
        <NewUser onClose={() => setAdding(false)} onAdded={(name) => void act.run(() => showLink(name))} />
      )}
      {disabling && (
        <Confirm
          title={`Disable ${disabling.name}`}
          action="Disable the user"
          onClose={() => setDisabling(undefined)}
          onConfirm={async () => {
            await disableUser(disabling.name);
            users.reload();
          }}
        >
          Sessions and keys of {disabling.name} are refused at once. Its bots go on.
        </Confirm>
      )}
    </div>
  );
}
