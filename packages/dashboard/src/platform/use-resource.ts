import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isSignedOut, signInAgain } from "./session.ts";

/** A value of the platform, and how its last request went. */
export interface Resource<T> {
  /** The last value received; absent until the first. */
  value: T | undefined;
  /** Why the last request failed. With a `value`, that value is stale. */
  error: unknown;
  loading: boolean;
  reload(): void;
  /** Replaces the value, for example after a change whose answer is the new value. */
  set(value: T): void;
}

/**
 * Loads a value, and again when a dependency changes. The answer of an outdated request is discarded. While a value for
 * the same `key` is loaded again, the old one stays.
 */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  key: readonly unknown[],
): Resource<T> {
  const [state, setState] = useState<{ value: T | undefined; error: unknown; loading: boolean }>({
    value: undefined,
    error: undefined,
    loading: true,
  });
  const [round, setRound] = useState(0);
  const shownKey = useRef<string>(undefined);
  const current = JSON.stringify(key);
  // `key` says what `load` depends on. A layout effect, because others wait for the next frame, and one resource often
  // follows another.
  useLayoutEffect(() => {
    const abort = new AbortController();
    const isSame = shownKey.current === current;
    shownKey.current = current;
    setState((old) => ({
      value: isSame ? old.value : undefined,
      error: isSame ? old.error : undefined,
      loading: true,
    }));
    load(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setState({ value, error: undefined, loading: false });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (isSignedOut(error)) signInAgain();
        setState((old) => ({ value: old.value, error, loading: false }));
      },
    );
    return () => abort.abort();
  }, [current, round]);
  return {
    // The first render with a new key comes before the effect: it must not show the old value.
    ...(shownKey.current === current || shownKey.current === undefined
      ? state
      : { value: undefined, error: undefined, loading: true }),
    reload: () => setRound((count) => count + 1),
    set: (value: T) => setState({ value, error: undefined, loading: false }),
  };
}
