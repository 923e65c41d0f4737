import { useEffect, useRef } from "preact/hooks";
import { isStale, platform } from "../platform/client.ts";
import { caller } from "../platform/session.ts";
import { useResource } from "../platform/use-resource.ts";
import { Empty, Loaded } from "../ui/panel.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { pageAt } from "./pages.tsx";
import { Side } from "./side.tsx";
import { followLinks, path } from "./url.ts";

/** The frame around every page. */
export function App() {
  const root = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  const session = useResource(async () => {
    caller.value = await platform.auth.status();
    // On every page: to say that the platform is gone or the session has ended, and for the platform's clock.
    platform.live.open();
    return caller.value;
  }, []);
  useEffect(() => followLinks(root.current!), []);
  const found = pageAt(path.value);
  const shown = useRef(path.value);
  useEffect(() => {
    // A reader with a keyboard or a screen reader goes on in the new page.
    if (shown.current !== path.value) main.current?.focus();
    shown.current = path.value;
  }, [path.value]);
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
                <a href="/">All bots</a>
              </Empty>
            )
          }
        </Loaded>
      </main>
    </div>
  );
}
