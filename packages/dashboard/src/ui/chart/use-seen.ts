import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** Pixels below the window that count as near. */
const near = 400;

/** Whether the element has been near the window: of two hundred charts, only those that somebody scrolls to are drawn. On paper all are. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useLayoutEffect(() => {
    if (seen) return;
    // What a reader looks at first is drawn at once; the observer tells of the others with the next frame.
    if (element.current!.getBoundingClientRect().top < innerHeight / 2) return setSeen(true);
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
