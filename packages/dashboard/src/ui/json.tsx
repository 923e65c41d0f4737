import { printable } from "../lib/printable.ts";
import { Copy } from "./copy.tsx";

const longestShown = 200_000;

/** A JSON text as it was sent: numbers keep their exact value. A long one is cut on the page, not in the copy. */
export function Json({ text }: { text: string }) {
  const isLong = text.length > longestShown;
  return (
    <div class="json">
      <pre class="given">{printable(isLong ? text.slice(0, longestShown) : text)}</pre>
      {isLong && (
        <p class="soft small">
          {longestShown.toLocaleString()} of {text.length.toLocaleString()} characters are shown.
        </p>
      )}
      <Copy text={text} />
    </div>
  );
}
