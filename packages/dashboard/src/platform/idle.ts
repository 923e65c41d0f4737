/** When the user did something last, in milliseconds since the page began. Opening the page is something. */
let used = performance.now();
const listeners = new Set<() => void>();

for (const event of ["pointerdown", "keydown", "popstate"])
  addEventListener(
    event,
    () => {
      used = performance.now();
      for (const listener of listeners) listener();
    },
    { capture: true, passive: true },
  );

/** For how many seconds the user has done nothing. The platform ends the session after some time; polling is no use. */
export const secondsIdle = (): string => String(Math.floor((performance.now() - used) / 1000));

/** Calls `listener` when the user does something, until the returned function is called. */
export function onUse(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
