import { useEffect, useRef } from "preact/hooks";

/** Calls `reload` every so often while the page is visible, and when it becomes visible. */
export function useRefresh(reload: () => void, milliseconds: number | undefined): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    if (milliseconds === undefined) return;
    const refresh = () => {
      if (document.visibilityState === "visible") latest.current();
    };
    const timer = setInterval(refresh, milliseconds);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [milliseconds]);
}
