import { useEffect, useState } from "preact/hooks";
import { connection, isStale, platform } from "../platform/client.ts";
import { Button } from "../ui/button.tsx";

/** Says that live records do not arrive, and when the next attempt is. */
export function ConnectionBanner() {
  const state = connection.value;
  const shown = isStale.value;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!shown) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [shown, state]);
  if (!shown) return null;
  const seconds = state.is === "lost" ? Math.max(0, Math.ceil((state.retryAt - now) / 1000)) : 0;
  const full = state.is === "lost" && state.error?.code === "too_many_streams" ? state.error : undefined;
  return (
    <div class="banner">
      {/* Only this is read out by a screen reader, once, and not every second of the countdown. */}
      <strong role="status">{full ? "No live updates" : "Connection lost"}</strong>
      <span>
        {full && `${full.message} `}
        {seconds > 0 ? `Retrying in ${seconds} s.` : "Retrying …"} What is shown may be out of date.
      </span>
      <Button onClick={() => platform.live.retryNow()}>Retry now</Button>
    </div>
  );
}
