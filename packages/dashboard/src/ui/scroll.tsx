import type { ComponentChildren } from "preact";

/** A table that scrolls sideways where it is wider than its place, with the keyboard too. */
export function Scroll({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a link inside, nothing else could scroll it
    <section class="table-scroll" aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}
