import { administers, type Caller, type Parts } from "@botyard/server/building-blocks";

/** Runs `work` for a caller. The call ends when the caller no longer waits, or when its access ends. */
export async function calling<Found>(
  { revocations }: Pick<Parts, "revocations">,
  caller: Caller,
  left: AbortSignal,
  work: (call: { caller: Caller; gone: AbortSignal; administers: boolean }) => Promise<Found>,
): Promise<Found> {
  const access = new AbortController();
  const unhook = revocations.onEnd(caller, (reason) => access.abort(reason));
  try {
    const gone = AbortSignal.any([access.signal, left]);
    return await work({ caller, gone, administers: administers(caller) });
  } finally {
    unhook();
  }
}
