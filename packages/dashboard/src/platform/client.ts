import { type ConnectionState, createBrowserClient } from "@botyard/client/browser";
import { signal } from "@preact/signals";

/** State of the connection that brings live records. */
export const connection = signal<ConnectionState>({ is: "idle" });

/** The platform that served this page. */
export const platform = createBrowserClient({ url: `${location.origin}/api/v1` }, (state) => {
  connection.value = state;
});

// A laptop that wakes up, or a network that comes back, need not wait for the next attempt.
addEventListener("online", () => platform.live.retryNow());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") platform.live.retryNow();
});
