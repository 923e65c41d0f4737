import type { Level, LogRecord } from "@botyard/client/browser";
import { printable } from "../../lib/printable.ts";
import { written } from "../../lib/times.ts";
import { search, setSearch } from "../../lib/url.ts";
import { Copy } from "../../ui/copy.tsx";
import { Json } from "../../ui/json.tsx";
import { shorten } from "./shorten.ts";

const marks: Record<Level, string> = {
  trace: "TRC",
  debug: "DBG",
  info: "INF",
  warn: "WRN",
  error: "ERR",
  fatal: "FTL",
};

interface Props {
  line: LogRecord;
  isChosen: boolean;
  isOpen: boolean;
  onToggle(): void;
}

/** The address of this view with a line in it. */
function linkTo(seq: number): string {
  const params = new URLSearchParams(search.value);
  params.set("line", String(seq));
  return `${location.pathname}?${params}`;
}

/** A line of a log. Its details, and what is too long for the list, are shown on demand. */
export function LogLine({ line, isChosen, isOpen, onToggle }: Props) {
  const { message, level, seq } = line;
  const { text, isCut } = isOpen ? { text: message, isCut: false } : shorten(message);
  return (
    <div class="log-line" data-level={level} data-chosen={isChosen || undefined} data-seq={seq}>
      {line.dropped_before !== undefined && (
        <p class="log-note">
          ▲ {count(line.dropped_before, "line")} dropped here: the bot wrote faster than its limit.
        </p>
      )}
      {line.dropped_metrics !== undefined && (
        <p class="log-note">▲ {count(line.dropped_metrics, "metric")} dropped here.</p>
      )}
      <div class="log-row">
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={`Details of line ${seq}`}
          onClick={onToggle}
        >
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d={isOpen ? "M1 4h10L6 10z" : "M4 1l6 5-6 5z"} />
          </svg>
        </button>
        <a
          tabIndex={-1}
          href={linkTo(seq)}
          title={`${written("zoned", Date.parse(line.time))}: link to this line`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            setSearch({ line: String(seq) });
          }}
        >
          {written("logged", Date.parse(line.time))}
        </a>
        <abbr title={level}>{marks[level]}</abbr>
        <span class="given log-message" dir="ltr">
          {printable(text)}
          {isCut && <span class="log-more"> … {message.length.toLocaleString()} characters</span>}
          {line.truncated && <span class="log-more"> (cut by the platform: the line is too long)</span>}
          {!isOpen && line.fields && <Fields fields={line.fields} />}
        </span>
      </div>
      {isOpen && <Details line={line} />}
    </div>
  );
}

/** The beginning of the fields, on the line itself. */
function Fields({ fields }: { fields: Record<string, unknown> }) {
  const parts = Object.entries(fields)
    .slice(0, 8)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const text = parts.join(" ");
  return <span class="log-fields"> {printable(text.length > 240 ? `${text.slice(0, 240)}…` : text)}</span>;
}

function Details({ line }: { line: LogRecord }) {
  return (
    <div class="log-details">
      <p class="soft">
        Line {line.seq} · <time dateTime={line.time}>{written("zoned", Date.parse(line.time))}</time> ·{" "}
        {line.stream}
        {line.run_id && (
          <>
            {" "}
            · <a href={`runs?run=${encodeURIComponent(line.run_id)}`}>its run</a>
          </>
        )}
      </p>
      {line.fields && <Json text={JSON.stringify(line.fields, undefined, 2)} />}
      <div class="actions">
        <Copy name="Copy the message" text={line.message} />
        <Copy name="Copy as JSON" text={JSON.stringify(line)} />
        <Copy name="Copy the link" text={new URL(linkTo(line.seq), location.href).href} />
      </div>
    </div>
  );
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString()} ${noun}${number === 1 ? " was" : "s were"}`;
