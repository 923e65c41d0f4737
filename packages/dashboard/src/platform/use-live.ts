import type { ApiError, Channel, Places, StreamRecord } from "@botyard/client/browser";
import { useEffect, useRef } from "preact/hooks";
import { platform } from "./client.ts";

/**
 * Calls `onRecords` with the live records of a bot, at most once per frame of the browser. With `after` undefined nothing
 * is subscribed yet: pass the numbers of the last loaded records, so that none is missed or doubled.
 */
export function useLive(
  botId: string,
  channels: readonly Channel[],
  after: Places | undefined,
  onRecords: (records: StreamRecord[]) => void,
  { onRefused, onSubscribed }: { onRefused?(error: ApiError): void; onSubscribed?(): void } = {},
): void {
  const handlers = useRef({ onRecords, onRefused, onSubscribed });
  handlers.current = { onRecords, onRefused, onSubscribed };
  const isReady = after !== undefined;
  const names = channels.join();
  // Not `after`: the stream itself continues after the last number.
  useEffect(() => {
    if (!isReady) return;
    let waiting: StreamRecord[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const deliver = () => {
      timer = undefined;
      const records = waiting;
      waiting = [];
      handlers.current.onRecords(records);
    };
    const unsubscribe = platform.live.subscribe({
      botId,
      channels: [...channels],
      after,
      onRecord(record) {
        waiting.push(record);
        // A timer, because a page in the background has no frames.
        timer ??= setTimeout(deliver, 16);
      },
      onSubscribed: () => handlers.current.onSubscribed?.(),
      onRefused: (error) => handlers.current.onRefused?.(error),
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [botId, names, isReady]);
}
