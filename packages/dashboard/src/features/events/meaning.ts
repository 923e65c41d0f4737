import type { StatusEvent } from "@botyard/client/browser";

const reasons: Record<string, string> = {
  crash_loop: "Ended too often in a short time; the platform does not start it again.",
  package_corrupt: "Its code is damaged and cannot be started.",
  start_error: "Its process could not be started.",
  isolation_unavailable: "The platform cannot isolate it, and does not start it without isolation.",
  quota_exceeded: "Its user has used up a quota; the platform starts it once there is room.",
};

const statuses: Record<StatusEvent["status"], string> = {
  pending: "Waits to be started.",
  starting: "Its process is being started.",
  running: "Its process runs.",
  idle: "Waits for its next run.",
  backing_off: "Ended; the platform starts it again after a pause.",
  stopping: "Was told to stop.",
  stopped: "Is stopped.",
  failed: "Failed; it is not started again by itself.",
  deleted: "Was deleted.",
};

/** Says what a change of status means. An unknown reason is shown as it is. */
export function meaningOf({ status, reason }: StatusEvent): string {
  return reason === undefined ? statuses[status] : (reasons[reason] ?? reason.replaceAll("_", " "));
}
