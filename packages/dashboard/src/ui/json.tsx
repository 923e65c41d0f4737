import { printable } from "../lib/printable.ts";
import { Copy } from "./copy.tsx";

const longestShown = 200_000;

/** A JSON text as it was sent: numbers keep their exact value. A long one is cut on the page, not in the copy. */
export function Json({ text }: { text: string }) {
  const isLong = text.length > longestShown;
  return (
    <div class="json">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long one scrolls, and the keyboard must reach its end */}
      <pre class="given" tabIndex={0}>
        {printable(isLong ? text.slice(0, longestShown) : text)}
      </pre>
      {isLong && (
        <p class="soft small">
          {longestShown.toLocaleString()} of {text.length.toLocaleString()} characters are shown.
        </p>
      )}
      <Copy text={text} />
    </div>
  );
}
