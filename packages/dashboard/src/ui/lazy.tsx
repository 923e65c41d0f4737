import { type ComponentType, h } from "preact";

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { onReturn } from "../platform/client.ts";

import { Button } from "./button.tsx";
import { Failure } from "./failure.tsx";
import { reloadOnce } from "./reload-once.ts";
import { Skeleton } from "./skeleton.tsx";

const isThere = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    () => true,
    () => false,
  );

/** While the platform cannot be reached, the message stays: the browser would show a page of its own. */
async function reload(): Promise<void> {
  if (await isThere()) location.reload();
}

/** A component whose code is loaded when it is first shown, or before that with `preload`. */
export type LazyComponent<Props> = ComponentType<Props> & { preload(): void };

export function lazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const loaded = () =>
    load().then((module) => {
      Loaded = module.default;
    });
  function Lazy(props: Props) {
    const [, setState] = useState(0);
    const [failure, setFailure] = useState<"away" | "missing">();
    useLayoutEffect(() => {
      if (Loaded) return;
      loaded().then(
        () => setState((count) => count + 1),
        // A browser does not ask again for a module that it could not load: only the page as a whole is loaded again.
        async () => {
          if (!(await isThere())) setFailure("away");
          else if (!reloadOnce()) setFailure("missing");
        },
      );
    }, []);
    useEffect(() => (failure === "away" ? onReturn(() => void reload()) : undefined), [failure]);
    const Shown = Loaded;
    if (Shown) return <Shown {...props} />;
    if (failure === "away")
      return (
        <Failure error="This page could not be loaded: there is no connection." retry={() => void reload()} />
      );
    if (failure === "missing")
      return (
        <div class="banner" role="alert">
          <strong>This page could not be loaded.</strong>
          <span>A file of the dashboard is missing on the platform.</span>
          <Button onClick={() => void reload()}>Reload</Button>
        </div>
      );
    return <Skeleton />;
  }
  // A failure is shown with the component, which asks again.
  const preload = () => void loaded().catch(() => undefined);
  return Object.assign(Lazy, { preload });
}

/** A component whose code comes with that of every page. */
export const eager = <Props extends object>(component: ComponentType<Props>): LazyComponent<Props> =>
  Object.assign((props: Props) => h(component, props), { preload() {} });
