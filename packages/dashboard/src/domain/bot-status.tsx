import type { BotStatus as Name } from "@botyard/client/browser";
import { Status, type Tone } from "../ui/status.tsx";

/** What a status means to the owner of a bot. */
const tones: Record<Name | "deleted", Tone> = {
  pending: "busy",
  starting: "busy",
  running: "good",
  idle: "good",
  backing_off: "warn",
  stopping: "busy",
  stopped: "off",
  failed: "bad",
  deleted: "off",
};

export function BotStatus({ status }: { status: Name | "deleted" }) {
  return <Status tone={tones[status]}>{status.replace("_", " ")}</Status>;
}
