import type { CreatedApiKey, Scope } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { useAction } from "../../platform/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Field } from "../../ui/field.tsx";
import { createKey } from "./api/keys.ts";

/** What a key may do: each choice includes those before it. */
const permissions: { name: string; scopes: Scope[] }[] = [
  { name: "Read and query", scopes: ["read"] },
  { name: "Also deploy, change and delete bots", scopes: ["read", "deploy"] },
  { name: "Also manage keys", scopes: ["read", "deploy", "admin"] },
];
const lifetimes = [30, 90, 365];
const day = 86_400_000;

interface Props {
  onCreated(key: CreatedApiKey): void;
  onClose(): void;
}

export function NewKey({ onCreated, onClose }: Props) {
  const [name, setName] = useState("");
  const [permission, setPermission] = useState(0);
  const [days, setDays] = useState(90);
  const create = useAction(async () => {
    const expires_at = days === 0 ? {} : { expires_at: new Date(Date.now() + days * day).toISOString() };
    onCreated(await createKey({ name, scopes: permissions[permission]!.scopes, ...expires_at }));
    onClose();
  });
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create.run();
        }}
      >
        <Field label="Name" help="What it is for, for example the program that uses it.">
          {(field) => (
            <input
              {...field}
              class="input"
              required
              value={name}
              autoComplete="off"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Permits">
          {(field) => (
            <select
              {...field}
              value={permission}
              onChange={({ currentTarget }) => setPermission(Number(currentTarget.value))}
            >
              {permissions.map((one, index) => (
                <option key={one.name} value={index}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Expires">
          {(field) => (
            <select
              {...field}
              value={days}
              onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
            >
              {lifetimes.map((one) => (
                <option key={one} value={one}>
                  in {one} days
                </option>
              ))}
              <option value={0}>never</option>
            </select>
          )}
        </Field>
        {create.error !== undefined && <Failure error={create.error} />}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" disabled={create.running}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
