import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { onReturn } from "./client.ts";

import { isSignedOut, signInAgain } from "./session.ts";

/** A value of the platform, and how its last request went. */
export interface Loading<T> {
  /** The last value received; absent until the first. */
  value: T | undefined;
  /** Why the last request failed. With a `value`, that value is stale. */
  error: unknown;
  loading: boolean;
  /** Loads the value again, after the request that is under way. */
  reload(): void;
}

/** A value that the page itself changes too. */
export interface Resource<T> extends Loading<T> {
  /** Replaces the value, for example after a change whose answer is the new value. */
  set(value: T): void;
  /** Changes a part of the value, for example by a live record. Does nothing until there is one. */
  change(how: (old: T) => T): void;
}

/** A request that is under way. */
interface Request<T> {
  began: number;
  /** Changes since it began, which its answer may not have. */
  changes: ((old: T) => T)[];
  /** Whether to load again when it ends. */
  again: boolean;
}

/** Panels that load again when the connection returns do so within this time, and not all at once. */
const spreadMs = 500;

/**
 * Loads a value, and again when a dependency changes, or when the connection returns after a request has failed. While a
 * value for the same `key` is loaded again, the old one stays. The signal aborts when the answer is not needed any more.
 * What is not urgent is asked for after the page has been drawn.
 */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  key: readonly unknown[],
  { isUrgent = true } = {},
): Resource<T> {
  const [state, setState] = useState<{ value: T | undefined; error: unknown; loading: boolean }>({
    value: undefined,
    error: undefined,
    loading: true,
  });
  const [round, setRound] = useState(0);
  const shownKey = useRef<string>(undefined);
  const current = JSON.stringify(key);
  const request = useRef<Request<T>>(undefined);
  const hasFailed = useRef(false);
  const next = () => setRound((count) => count + 1);
  // A layout effect, because others wait for the next frame, and one resource often follows another.
  const useBegin = isUrgent ? useLayoutEffect : useEffect;
  // `key` says what `load` depends on.
  useBegin(() => {
    const abort = new AbortController();
    const isSame = shownKey.current === current;
    shownKey.current = current;
    const own: Request<T> = { began: Date.now(), changes: [], again: false };
    request.current = own;
    setState((old) => ({
      value: isSame ? old.value : undefined,
      error: isSame ? old.error : undefined,
      loading: true,
    }));
    const end = (failed: boolean) => {
      request.current = undefined;
      hasFailed.current = failed;
      if (own.again) next();
    };
    load(abort.signal).then(
      (answer) => {
        if (abort.signal.aborted) return;
        const value = own.changes.reduce((old, change) => change(old), answer);
        setState({ value, error: undefined, loading: false });
        end(false);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (isSignedOut(error)) signInAgain();
        setState((old) => ({ value: old.value, error, loading: false }));
        end(true);
      },
    );
    return () => abort.abort();
  }, [current, round]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onReturn(() => {
      const returned = Date.now();
      clearTimeout(timer);
      timer = setTimeout(() => {
        // A request from before may wait for an answer over a connection that does not exist any more.
        const running = request.current;
        if (running ? running.began <= returned : hasFailed.current) next();
      }, Math.random() * spreadMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  const change = (how: (old: T) => T) => {
    request.current?.changes.push(how);
    setState((old) => (old.value === undefined ? old : { ...old, value: how(old.value) }));
  };
  return {
    // The first render with a new key comes before the effect: it must not show the old value.
    ...(shownKey.current === current || shownKey.current === undefined
      ? state
      : { value: undefined, error: undefined, loading: true }),
    reload() {
      if (request.current) request.current.again = true;
      else next();
    },
    set(value: T) {
      request.current?.changes.push(() => value);
      hasFailed.current = false;
      setState((old) => ({ value, error: undefined, loading: old.loading }));
    },
    change,
  };
}
