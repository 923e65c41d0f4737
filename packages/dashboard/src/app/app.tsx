import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { followLinks, path } from "../lib/url.ts";
import { isStale, platform } from "../platform/client.ts";
import { getSession } from "../platform/get-session.ts";
import { onUse } from "../platform/idle.ts";
import { caller, isSignedOut, signInAgain } from "../platform/session.ts";
import { useResource } from "../platform/use-resource.ts";
import { Empty, Loaded } from "../ui/panel.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { useHeading } from "./heading.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { pageAt } from "./pages.tsx";
import { Side } from "./side.tsx";

/** Shorter than the shortest time after which a session ends. */
const toldEveryMs = 10_000;

/** The frame around every page. */
export function App() {
  const root = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  const found = pageAt(path.value);
  // Its code comes at the same time as the session, not after it.
  useLayoutEffect(() => found?.page.show.preload(), [found?.page]);
  const session = useResource(async (signal) => {
    caller.value = await getSession(signal);
    return caller.value;
  }, []);
  useEffect(() => {
    followLinks(root.current!);
    // On every page: to say that the platform is gone or the session has ended, and for the platform's clock.
    platform.live.open();
    // A page that asks for nothing says in this way that it is used.
    let told = performance.now();
    return onUse(() => {
      if (performance.now() - told < toldEveryMs) return;
      told = performance.now();
      void platform.auth.status().catch((error) => isSignedOut(error) && signInAgain());
    });
  }, []);
  useHeading(main, path.value, found?.page.name);
  return (
    <div class="shell" ref={root}>
      <a class="skip" href="#main" data-reload>
        Skip to content
      </a>
      <Side current={found?.page} />
      <main class="content" id="main" tabIndex={-1} ref={main} data-stale={isStale.value || undefined}>
        <ConnectionBanner />
        <Loaded resource={session}>
          {() =>
            found ? (
              <found.page.show {...found.values} />
            ) : (
              <Empty>
                <h1>Page not found</h1>
                <p>
                  The dashboard has no page at <code class="given">{path.value}</code>.
                </p>
                <a class="button" href="/">
                  All bots
                </a>
              </Empty>
            )
          }
        </Loaded>
      </main>
      <LeaveDialog />
    </div>
  );
}
