import type { Role } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { useAction } from "../../platform/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Field } from "../../ui/field.tsx";
import { addUser } from "./api/users.ts";

export function NewUser({ onAdded, onClose }: { onAdded(name: string): void; onClose(): void }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("user");
  const add = useAction(async () => {
    const user = await addUser({ name, role });
    onAdded(user.name);
    onClose();
  });
  return (
    <Dialog title="Add a user" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add.run();
        }}
      >
        <Field label="Name">
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
        <Field
          label="Role"
          help="An admin may manage users, and see, stop and delete what belongs to others."
        >
          {(field) => (
            <select
              {...field}
              value={role}
              onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
            >
              <option value="user">user</option>
              <option value="admin">admin</option>
            </select>
          )}
        </Field>
        {add.error !== undefined && <Failure error={add.error} />}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" disabled={add.running}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
