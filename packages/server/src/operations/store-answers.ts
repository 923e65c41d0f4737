import type { Clock } from "../clock.ts";
import { PlatformError } from "../errors/platform-error.ts";
import { isSystemError, systemReason } from "../errors/system-reason.ts";
import type { ServiceStore } from "../store/index.ts";

/** Time in which the store must answer. */
const storeMs = 2_000;

/** @throws {PlatformError} `store_unavailable` if the store cannot be read, or not in time */
export async function checkStoreAnswers({
  store,
  clock,
}: {
  store: Pick<ServiceStore, "checkStore">;
  clock: Clock;
}): Promise<void> {
  let cancel = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(storeMs, () => reject(new Error(`It did not answer within ${storeMs} ms.`)));
  });
  try {
    await Promise.race([store.checkStore(), late]);
  } catch (cause) {
    // It says already what cannot be reached.
    if (cause instanceof PlatformError && cause.code === "store_unavailable") throw cause;
    const why = isSystemError(cause) ? `${systemReason(cause, "platform.db")}.` : (cause as Error).message;
    throw new PlatformError("store_unavailable", `The database cannot be read: ${why}`, { cause });
  } finally {
    cancel();
  }
}
