import { useEffect, useRef, useState } from "preact/hooks";
import { useAction } from "../../platform/use-action.ts";
import { Button } from "../../ui/button.tsx";
import type { LogView } from "./log-view.ts";
import { type Saved, saveLogs } from "./save-logs.ts";

/** Downloads what matches, says how far it is, and can be stopped. `said` is for a place below. */
export function useSave(botId: string, botName: string, view: LogView) {
  const [progress, setProgress] = useState(0);
  const [saved, setSaved] = useState<Saved>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => {
    setSaved(undefined);
    return () => abort.current?.abort();
  }, [botId, view]);
  const save = useAction(async () => {
    setProgress(0);
    setSaved(undefined);
    abort.current = new AbortController();
    setSaved(await saveLogs(botId, botName, view, setProgress, abort.current.signal));
  });
  const button = save.running ? (
    <Button onClick={() => abort.current?.abort()}>
      <span role="status">{progress.toLocaleString()} lines</span> · Stop
    </Button>
  ) : (
    <Button onClick={() => void save.run()}>Download</Button>
  );
  return { button, saved, error: save.error, retry: () => void save.run() };
}
