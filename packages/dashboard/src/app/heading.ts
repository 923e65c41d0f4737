import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { failing } from "../domain/failing.ts";
import usualIcon from "../styles/icon.svg";
import failingIcon from "../styles/icon-failing.svg";

/**
 * Names the browser's tab after the heading of the page, with the number of failing bots, and leads the keyboard to the heading when another page is shown.
 * Most headings come later than their page, with what it loads.
 */
export function useHeading(
  main: RefObject<HTMLElement | null>,
  path: string,
  name: string | undefined,
): void {
  // Tabs of the same thing have one heading: there the focus stays on the tab.
  const page = path.split("/").slice(0, 3).join("/");
  const shown = useRef(page);
  const isDue = useRef(false);
  useEffect(() => {
    const content = main.current!;
    if (shown.current !== page) {
      shown.current = page;
      isDue.current = true;
      content.focus({ preventScroll: true });
    }
    const look = () => {
      const heading = content.querySelector<HTMLElement>("h1");
      const tab = content.querySelector(".tabs [aria-current]")?.textContent;
      const trouble = failing.value > 0 ? `(${failing.value} failing) ` : "";
      const title = trouble + [tab, heading?.textContent ?? name, "Botyard"].filter(Boolean).join(" · ");
      if (document.title !== title) document.title = title;
      const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]")!;
      const wanted = failing.value > 0 ? failingIcon : usualIcon;
      if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
      if (!heading || !isDue.current) return;
      isDue.current = false;
      // The reader may have gone on already.
      if (document.activeElement !== content && document.activeElement !== document.body) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(content, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: ["aria-current"],
    });
    const stop = failing.subscribe(look);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [page, name]);
}
