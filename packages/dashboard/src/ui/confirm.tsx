import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAction } from "../platform/use-action.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Failure } from "./failure.tsx";
import { Field } from "./field.tsx";

interface Props {
  title: string;
  /** What will happen, and what cannot be undone. */
  children: ComponentChildren;
  /** Name of the button that does it. */
  action: string;
  /** A name that the reader must type first, for what cannot be undone. */
  name?: string;
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

/** Asks before something is done. Stays open, with the reason, if it fails. */
export function Confirm({ title, children, action, name, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const confirm = useAction(async () => {
    await onConfirm();
    onClose();
  });
  const isReady = name === undefined || typed === name;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void confirm.run();
        }}
      >
        <div>{children}</div>
        {name !== undefined && (
          <Field label={`Type ${name} to confirm`}>
            {(field) => (
              <input
                {...field}
                class="input"
                value={typed}
                autoComplete="off"
                onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            )}
          </Field>
        )}
        {confirm.error !== undefined && <Failure error={confirm.error} />}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" type="submit" disabled={!isReady || confirm.running}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
