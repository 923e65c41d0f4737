import { useMemo, useState } from "preact/hooks";
import { download } from "../../lib/download.ts";
import { type Exact, readExact } from "../../lib/exact-json.ts";
import { printable } from "../../lib/printable.ts";
import { Button } from "../button.tsx";
import { Copy } from "../copy.tsx";
import { asRows } from "./rows.ts";
import { RowsTable } from "./rows-table.tsx";
import { Tree } from "./tree.tsx";

const longestShown = 100_000;

interface Props {
  content: Uint8Array<ArrayBuffer>;
  /** Name of the file when it is saved, without its ending. */
  name: string;
}

type View = "Table" | "Tree" | "Text" | "Base64";

/**
 * What a bot has written, safe to look at: as a table or a tree if it is JSON, as text, or as base64 if it is not text. The copy
 * and the file have every byte.
 */
export function Document({ content, name }: Props) {
  const read = useMemo(() => reading(content), [content]);
  const [wish, setWish] = useState<View>();
  const view = wish && read.views.includes(wish) ? wish : read.views[0]!;
  const full = view === "Base64" ? read.base64() : read.text;
  return (
    <div class="document">
      <div class="document-bar">
        {read.views.length > 1 && (
          <fieldset class="choice">
            <legend class="hidden-text">Show as</legend>
            {read.views.map((one) => (
              <button key={one} type="button" aria-pressed={one === view} onClick={() => setWish(one)}>
                {one}
              </button>
            ))}
          </fieldset>
        )}
        {read.note && <span class="soft small">{read.note}</span>}
        <span class="actions">
          <Copy text={full} />
          <Button
            kind="quiet"
            onClick={() =>
              download(
                `${fileName(name)}.${read.extension}`,
                read.extension === "json" ? "application/json" : "application/octet-stream",
                [content],
              )
            }
          >
            Download
          </Button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the document scrolls with the keyboard */}
      <section class="document-body" tabIndex={0} aria-label={name}>
        {view === "Table" && read.table && <RowsTable table={read.table} />}
        {view === "Tree" && read.value !== undefined && <Tree value={read.value} />}
        {(view === "Text" || view === "Base64") && (
          <>
            <pre class="given">
              {printable((view === "Text" ? read.pretty() : full).slice(0, longestShown))}
            </pre>
            {full.length > longestShown && (
              <p class="soft small">
                The first {longestShown.toLocaleString()} of {full.length.toLocaleString()} characters. Copy
                or download to see all.
              </p>
            )}
          </>
        )}
      </section>
    </div>
  );
}

function reading(content: Uint8Array<ArrayBuffer>) {
  const base64 = () => toBase64(content);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    const note = "Not text: these bytes are not UTF-8.";
    return { text: "", pretty: () => "", base64, views: ["Base64"] as View[], note, extension: "bin" };
  }
  let value: Exact;
  try {
    value = readExact(text);
  } catch (error) {
    const isDeep = error instanceof RangeError;
    const note = isDeep ? "Nested too deeply for a tree." : text === "" ? "Empty." : "Not JSON.";
    const extension = isDeep ? "json" : "txt";
    return { text, pretty: () => text, base64, views: ["Text"] as View[], note, extension };
  }
  const table = asRows(value);
  const tree: View[] = ["Tree", "Text"];
  // What is shown first shows everything.
  const views: View[] = !table ? tree : table.isWhole ? ["Table", ...tree] : ["Tree", "Table", "Text"];
  return {
    text,
    value,
    table,
    pretty: () => pretty(value, text),
    base64,
    views,
    note: undefined,
    extension: "json",
  };
}

/** Indented, unless that makes a long document much longer, or it is nested too deeply. */
function pretty(value: Exact, text: string): string {
  if (text.length > longestShown) return text;
  try {
    return JSON.stringify(value, undefined, 2);
  } catch {
    return text;
  }
}

function toBase64(content: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < content.length; at += 0x8000)
    binary += String.fromCharCode(...content.subarray(at, at + 0x8000));
  return btoa(binary);
}

/** A name without what a file system or a terminal could take for something else. */
const fileName = (name: string): string => name.replaceAll(/[^\w.-]+/g, "_").replace(/^\.+/, "") || "value";
