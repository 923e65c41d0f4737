import { type ConnectionState, createBrowserClient } from "@botyard/client/browser";
import { signal } from "@preact/signals";
import { setPlatformTime } from "../lib/clock.ts";
import { readJson } from "../lib/exact-json.ts";
import { secondsIdle } from "./idle.ts";
import { pageKey } from "./page-key.ts";
import { signInAgain } from "./session.ts";

/** State of the connection that brings live records. */
export const connection = signal<ConnectionState>({ is: "idle" });

/** The platform that served this page. */
export const platform = createBrowserClient(
  { url: `${location.origin}/api/v1`, fetch: fetchTimed, pageKey },
  take,
  takeTime,
);

/** The same calls, whose numbers keep all their digits. */
export const exactly = (signal: AbortSignal) => platform.until(signal, { parse: readJson });

/** The platform's time when it sent the page, so that what the page asks for first need not wait for an answer that tells it. */
const { time: sentAt } = document.documentElement.dataset;
export const hasTimeFromStart = sentAt !== undefined;
if (sentAt !== undefined) setPlatformTime(new Date(sentAt));

let knowsTime = false;

function takeTime(time: Date): void {
  knowsTime = true;
  setPlatformTime(time);
}

/** Until the stream tells the time, answers do: what the first page asks for may depend on it. */
async function fetchTimed(...request: Parameters<typeof fetch>): Promise<Response> {
  const [address, options = {}] = request;
  const headers = { ...(options.headers as Record<string, string>), "botyard-idle": secondsIdle() };
  const answer = await fetch(address, { ...options, headers });
  const date = answer.headers.get("date");
  if (!knowsTime && date) setPlatformTime(new Date(date));
  return answer;
}

/** Whether what is shown may be out of date. A short interruption is not worth a word. */
export const isStale = signal(false);

const shortMs = 500;
let interruption: ReturnType<typeof setTimeout> | undefined;

const waiting = new Set<() => void>();

/** Calls `call` each time the connection is there again after a loss, until the returned function is called. */
export function onReturn(call: () => void): () => void {
  waiting.add(call);
  return () => waiting.delete(call);
}

function take(state: ConnectionState): void {
  const isBack = state.is === "open" && connection.value.is === "lost";
  connection.value = state;
  if (isBack) for (const call of [...waiting]) call();
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
