import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure } from "../ui/failure.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** After an update of the platform the old files are gone, and the page itself must be loaded again. */
const notLoaded = new Error(
  "This page could not be loaded. The platform cannot be reached, or has been updated in the meantime.",
);
/** While the platform cannot be reached, the message stays: the browser would show a page of its own. */
const reload = () =>
  void fetch("/healthz", { cache: "no-store" }).then(
    () => location.reload(),
    () => undefined,
  );

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
    if (error) return <Failure error={notLoaded} retry={reload} />;
    return <Skeleton />;
  };
}
