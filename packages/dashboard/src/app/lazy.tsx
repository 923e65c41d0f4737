import type { ComponentType } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { connection } from "../platform/client.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** While the platform cannot be reached, the message stays: the browser would show a page of its own. */
const reload = () =>
  void fetch("/healthz", { cache: "no-store" }).then(
    () => location.reload(),
    () => undefined,
  );

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
    const [error, setError] = useState<unknown>();
    useLayoutEffect(() => {
      if (Loaded) return;
      loaded().then(
        () => setState((count) => count + 1),
        (cause: unknown) => setError(cause),
      );
    }, []);
    const Shown = Loaded;
    if (Shown) return <Shown {...props} />;
    // A browser does not ask again for a module that it could not load: only the page as a whole is loaded again.
    if (error && connection.value.is === "lost")
      return <Failure error="This page could not be loaded: there is no connection." retry={reload} />;
    if (error)
      return (
        <div class="banner" role="alert">
          <strong>The platform was updated.</strong>
          <span>This page is of the version before. Reload it to go on.</span>
          <Button onClick={reload}>Reload</Button>
        </div>
      );
    return <Skeleton />;
  }
  // A failure is shown with the component, which asks again.
  const preload = () => void loaded().catch(() => undefined);
  return Object.assign(Lazy, { preload });
}
