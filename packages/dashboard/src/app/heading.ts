import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/**
 * Names the browser's tab after the heading of the page, and leads the keyboard to the heading when another page is shown.
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
      const title = [tab, heading?.textContent ?? name, "Botyard"].filter(Boolean).join(" · ");
      if (document.title !== title) document.title = title;
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
    return () => observer.disconnect();
  }, [page, name]);
}
