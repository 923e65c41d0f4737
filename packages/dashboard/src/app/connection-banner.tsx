import { useEffect, useState } from "preact/hooks";
import { connection, platform } from "../platform/client.ts";
import { signInAgain } from "../platform/session.ts";
import { Button } from "../ui/button.tsx";

/** Says that live records do not arrive, and when the next attempt is. Short interruptions are not worth a word. */
export function ConnectionBanner() {
  const state = connection.value;
  const isLost = state.is === "lost";
  const [shown, setShown] = useState(false);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isLost) {
      if (state.is === "open") setShown(false);
      return;
    }
    const timer = setInterval(() => {
      setNow(Date.now());
      setShown(true);
    }, 500);
    return () => clearInterval(timer);
  }, [isLost, state.is]);
  if (state.is === "refused") {
    signInAgain();
    return null;
  }
  if (!shown) return null;
  const seconds = state.is === "lost" ? Math.max(0, Math.ceil((state.retryAt - now) / 1000)) : 0;
  return (
    <div class="banner" role="status">
      <strong>No connection to the platform.</strong>
      <span>
        What is shown may be out of date. {seconds > 0 ? `Next attempt in ${seconds} s.` : "Connecting …"}
      </span>
      <Button onClick={() => platform.live.retryNow()}>Connect now</Button>
    </div>
  );
}
