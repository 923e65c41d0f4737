import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Whether the element has been near the window: of two hundred charts, only those that somebody scrolls to are drawn. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "400px" },
    );
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [seen]);
  return seen;
}
