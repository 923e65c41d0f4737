import { useState } from "preact/hooks";
import { useAction } from "../../platform/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Field } from "../../ui/field.tsx";
import { setSecret } from "./api/secrets.ts";

interface Props {
  /** The secret that gets a new value (default: a new one, which is named here). */
  name?: string | undefined;
  onSet(): void;
  onClose(): void;
}

export function SetSecret({ name: known, onSet, onClose }: Props) {
  const [name, setName] = useState(known ?? "");
  const [value, setValue] = useState("");
  const [stage, setStage] = useState(false);
  const set = useAction(async () => {
    await setSecret(name, value, stage);
    onSet();
    onClose();
  });
  return (
    <Dialog title={known === undefined ? "Set a secret" : `A new value of ${known}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void set.run();
        }}
      >
        {known === undefined && (
          <Field label="Name" help={'Configs refer to it by {"secret": "name"}.'}>
            {(field) => (
              <input
                {...field}
                class="input mono"
                required
                value={name}
                autoComplete="off"
                spellcheck={false}
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
            )}
          </Field>
        )}
        <Field label="Value" help="It cannot be shown again.">
          {(field) => (
            <input
              {...field}
              class="input"
              type="password"
              required
              value={value}
              autoComplete="new-password"
              onInput={({ currentTarget }) => setValue(currentTarget.value)}
            />
          )}
        </Field>
        {known !== undefined && (
          <label>
            <input
              type="checkbox"
              checked={stage}
              onChange={({ currentTarget }) => setStage(currentTarget.checked)}
            />{" "}
            Bots that run keep the earlier value until they are started again
          </label>
        )}
        {set.error !== undefined && <Failure error={set.error} />}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" disabled={set.running}>
            Set
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
