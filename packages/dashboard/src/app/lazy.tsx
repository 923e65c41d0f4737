import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { connection } from "../platform/client.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** A component whose code is loaded when it is first shown. */
export function lazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [, setState] = useState(0);
    const [error, setError] = useState<unknown>();
    const again = () => {
      setError(undefined);
      load().then(
        (module) => {
          Loaded = module.default;
          setState((count) => count + 1);
        },
        (cause: unknown) => setError(cause),
      );
    };
    useEffect(() => {
      if (!Loaded) again();
    }, []);
    const Shown = Loaded;
    if (Shown) return <Shown {...props} />;
    if (error && connection.value.is === "lost")
      return <Failure error="This part of the page was not loaded: there is no connection." retry={again} />;
    if (error)
      return (
        <div class="banner" role="alert">
          <strong>The platform was updated.</strong>
          <span>This page is of the version before. Reload it to go on.</span>
          <Button onClick={() => location.reload()}>Reload</Button>
        </div>
      );
    return <Skeleton />;
  };
}
