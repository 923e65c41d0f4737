import type { RunStatus as Name } from "@botyard/client/browser";
import { Status, type Tone } from "../ui/status.tsx";

/** What the status of a run means to the owner of a bot. */
export const runTones: Record<Name, Tone> = {
  queued: "busy",
  running: "busy",
  success: "good",
  error: "bad",
  timed_out: "bad",
  canceled: "off",
  skipped: "off",
  missed: "warn",
  lost: "bad",
};

export function RunStatus({ status }: { status: Name }) {
  return <Status tone={runTones[status]}>{status.replace("_", " ")}</Status>;
}
