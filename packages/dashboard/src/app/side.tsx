import { useEffect, useRef } from "preact/hooks";
import { path } from "../lib/url.ts";
import { caller } from "../platform/session.ts";
import icon from "../styles/icon.svg";
import { Account } from "./account.tsx";
import { type Page, pages } from "./pages.tsx";

/** The navigation. */
export function Side({ current }: { current: Page | undefined }) {
  const here = current?.name ? path.value : (`/${path.value.split("/")[1]}` as string);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // In a narrow window the list is one line that scrolls.
    const shown = list.current?.querySelector("[aria-current]");
    // With the next frame, which needs the positions of everything anyway.
    const frame = requestAnimationFrame(() => shown?.scrollIntoView({ block: "nearest", inline: "nearest" }));
    return () => cancelAnimationFrame(frame);
  }, [here, caller.value]);
  return (
    <aside class="side">
      <div class="side-view">
        <a class="brand" href="/">
          <img src={icon} alt="" />
          Botyard
        </a>
        <nav aria-label="Pages">
          <ul ref={list}>
            {pages
              .filter((page) => page.name && (page.fits?.() ?? true))
              .map((page) => (
                <li key={page.at}>
                  <a href={page.at} aria-current={isCurrent(page.at, here) ? "page" : undefined}>
                    {page.name}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
        <Account />
      </div>
    </aside>
  );
}

/** A bot's own pages belong to the list of bots. */
function isCurrent(at: string, here: string): boolean {
  return at === here || (at === "/" && here === "/bots");
}
