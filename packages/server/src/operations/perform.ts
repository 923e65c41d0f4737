import type { Call, Operation } from "./operation.ts";
import type { Parts } from "./parts.ts";

/**
 * Runs an operation for a door. When the caller's access ends, a read ends at once with the reason; a change that has
 * begun is completed, so that nothing is half done.
 *
 * @throws {PlatformError} what the operation throws, or the reason for which the caller's access has ended
 */
export async function perform(
  { kind, run }: Pick<Operation, "kind" | "run">,
  parts: Parts,
  call: Call,
  input: Parameters<Operation["run"]>[2],
): Promise<unknown> {
  refuseEnded(call);
  if (kind === "write") return run(parts, call, input);
  return Promise.race([run(parts, call, input), ended(call)]);
}

/** @throws {PlatformError} the reason for which the caller's access has ended */
export function refuseEnded({ gone }: Pick<Call, "gone">): void {
  if (gone.aborted && gone.reason instanceof Error && gone.reason.name === "PlatformError") throw gone.reason;
}

/** Rejects with the reason for which the caller's access has ended; until then, and without one, it is pending. */
export function ended(call: Pick<Call, "gone">): Promise<never> {
  const end = new Promise<never>((_resolve, reject) => {
    const check = () => {
      try {
        refuseEnded(call);
      } catch (reason) {
        reject(reason);
      }
    };
    call.gone.addEventListener("abort", check);
    check();
  });
  // It may be rejected before anything waits for it.
  end.catch(() => undefined);
  return end;
}
