import { type ConnectionState, createBrowserClient } from "@botyard/client/browser";
import { signal } from "@preact/signals";
import { setPlatformTime } from "../lib/clock.ts";
import { signInAgain } from "./session.ts";

/** State of the connection that brings live records. */
export const connection = signal<ConnectionState>({ is: "idle" });

/** The platform that served this page. */
export const platform = createBrowserClient({ url: `${location.origin}/api/v1` }, take, setPlatformTime);

/** Whether what is shown may be out of date. A short interruption is not worth a word. */
export const isStale = signal(false);

const shortMs = 500;
let interruption: ReturnType<typeof setTimeout> | undefined;

function take(state: ConnectionState): void {
  connection.value = state;
  if (state.is === "refused") signInAgain();
  if (state.is === "lost") {
    interruption ??= setTimeout(() => {
      isStale.value = true;
    }, shortMs);
  } else {
    clearTimeout(interruption);
    interruption = undefined;
    isStale.value = false;
  }
}

// A laptop that wakes up, or a network that comes back, need not wait for the next attempt.
addEventListener("online", () => platform.live.retryNow());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") platform.live.retryNow();
});
