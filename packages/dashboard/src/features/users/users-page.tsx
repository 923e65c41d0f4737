import type { User } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { caller } from "../../platform/session.ts";
import { useAction } from "../../platform/use-action.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Command } from "../../ui/copy.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loaded, Panel } from "../../ui/panel.tsx";
import { Status } from "../../ui/status.tsx";
import { Ago } from "../../ui/time.tsx";
import { createSignInLink, disableUser, enableUser, listUsers } from "./api/users.ts";
import { NewUser } from "./new-user.tsx";

export default function UsersPage() {
  const users = useResource(listUsers, []);
  const [adding, setAdding] = useState(false);
  const [disabling, setDisabling] = useState<User>();
  const [link, setLink] = useState<{ name: string; url: string }>();
  const showLink = async (name: string) => {
    const { path } = await createSignInLink(name);
    setLink({ name, url: location.origin + path });
  };
  const act = useAction(async (action: () => Promise<unknown>) => {
    await action();
    users.reload();
  });
  return (
    <>
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
          <div class="stack">
            <p>It signs in once, within a day. Give it to nobody else.</p>
            <Command text={link.url} />
          </div>
        </Panel>
      )}
      <Panel flush>
        <Loaded resource={users}>
          {(all) => (
            <div class="table-scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Role</th>
                    <th scope="col">Access</th>
                    <th scope="col">Added</th>
                    <th scope="col">
                      <span class="hidden-text">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {all.map((user) => (
                    <tr key={user.id}>
                      <th scope="row" class="given">
                        {user.name}
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
                            <Button onClick={() => void act.run(() => enableUser(user.name))}>Enable</Button>
                          ) : (
                            <>
                              <Button onClick={() => void act.run(() => showLink(user.name))}>
                                Sign-in link
                              </Button>
                              {user.name !== caller.value?.user_name && (
                                <Button kind="danger" onClick={() => setDisabling(user)}>
                                  Disable …
                                </Button>
                              )}
                            </>
                          )}
                        </div>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Loaded>
      </Panel>
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
    </>
  );
}
