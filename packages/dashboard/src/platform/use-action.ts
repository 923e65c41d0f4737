import { useRef, useState } from "preact/hooks";
import { isSignedOut, signInAgain } from "./session.ts";

/** Something that the reader can have done, and how it went. */
export interface Action<Input extends unknown[]> {
  run(...input: Input): Promise<void>;
  running: boolean;
  /** Why it failed the last time. */
  error: unknown;
  /** Forgets why it failed. */
  forget(): void;
}

/** Does something once at a time: a second click while it runs does nothing. */
export function useAction<Input extends unknown[]>(
  act: (...input: Input) => Promise<unknown>,
): Action<Input> {
  const [state, setState] = useState<{ running: boolean; error: unknown }>({
    running: false,
    error: undefined,
  });
  const busy = useRef(false);
  return {
    ...state,
    forget() {
      setState((old) => (old.error === undefined ? old : { ...old, error: undefined }));
    },
    async run(...input) {
      if (busy.current) return;
      busy.current = true;
      setState({ running: true, error: undefined });
      try {
        await act(...input);
        setState({ running: false, error: undefined });
      } catch (error) {
        if (isSignedOut(error)) signInAgain();
        setState({ running: false, error });
      } finally {
        busy.current = false;
      }
    },
  };
}
