import type { Level, LogRecord } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { setSearch } from "../../app/url.ts";
import { printable } from "../../lib/printable.ts";

const clock = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

const marks: Record<Level, string> = {
  trace: "TRC",
  debug: "DBG",
  info: "INF",
  warn: "WRN",
  error: "ERR",
  fatal: "FTL",
};
const longestShown = 2_000;

/** A line of a log; its fields and a long message are shown on demand. */
export function LogLine({ line, isChosen }: { line: LogRecord; isChosen: boolean }) {
  const [isOpen, setOpen] = useState(isChosen);
  const { message, fields } = line;
  const isLong = message.length > longestShown;
  return (
    <div class="log-line" data-level={line.level} data-chosen={isChosen || undefined} data-seq={line.seq}>
      {line.dropped_before !== undefined && (
        <p class="log-note">
          {line.dropped_before.toLocaleString()} lines were dropped here: the bot wrote too fast.
        </p>
      )}
      <div class="log-row">
        <a
          href={`?line=${line.seq}`}
          title={`${line.time}: link to this line`}
          onClick={(event) => {
            event.preventDefault();
            setSearch({ line: String(line.seq) });
          }}
        >
          {clock.format(Date.parse(line.time))}
        </a>
        <abbr title={line.level}>{marks[line.level]}</abbr>
        <span class="given log-message">
          {printable(isLong && !isOpen ? `${message.slice(0, longestShown)}…` : message)}
          {line.truncated && <em> (cut by the platform)</em>}
        </span>
        {(fields || isLong) && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Less" : "More"}
          </button>
        )}
      </div>
      {isOpen && fields && <pre class="given">{printable(JSON.stringify(fields, undefined, 2))}</pre>}
    </div>
  );
}
