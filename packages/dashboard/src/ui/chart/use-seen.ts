import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** Pixels below the window that count as near. */
const near = 400;

/** Whether the element has been near the window: of two hundred charts, only those that somebody scrolls to are drawn. On paper all are. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useLayoutEffect(() => {
    if (seen) return;
    // Known at once; the observer tells it with the next frame.
    if (element.current!.getBoundingClientRect().top < innerHeight + near) return setSeen(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: `${near}px` },
    );
    observer.observe(element.current!);
    const print = matchMedia("print");
    const onPrint = () => setSeen(true);
    print.addEventListener("change", onPrint);
    return () => {
      observer.disconnect();
      print.removeEventListener("change", onPrint);
    };
  }, [seen]);
  return seen;
}
