import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** How many of the bots on the page fail, for the tab of the browser. */
export const failing = signal(0);

/** Says in the tab of the browser how many bots of this page fail. */
export function useFailing(count = 0): void {
  useEffect(() => {
    failing.value = count;
  }, [count]);
  useEffect(
    () => () => {
      failing.value = 0;
    },
    [],
  );
}
