import type { StatusEvent } from "@botyard/client/browser";
import { printable } from "../lib/printable.ts";

type Asked = NonNullable<StatusEvent["actor"]>;

/** Who asked for a change, and with what. */
export function Actor({ actor }: { actor: Asked }) {
  return (
    <>
      {printable(actor.user_name)}
      <p class="soft small">{meansOf(actor)}</p>
    </>
  );
}

function meansOf({ signed_in_by, key_name }: Asked): string {
  if (signed_in_by === "session") return "Browser";
  return key_name === undefined ? "API key" : `Key ${printable(key_name)}`;
}
