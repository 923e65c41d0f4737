import type { ComponentChildren } from "preact";
import { bytes } from "../../lib/bytes.ts";
import { printable } from "../../lib/printable.ts";
import { Document } from "../../ui/document/document.tsx";
import { Status, type Tone } from "../../ui/status.tsx";
import type { Asked } from "./history.ts";

/** What a bot answered. Its failures are answers too, and shown as what they are. */
export function AnswerView({ botId, asked }: { botId: string; asked: Asked }) {
  const { status, content, milliseconds, path } = asked;
  const failure = status === 200 ? undefined : messageOf(content);
  return (
    <div class="stack answer" key={asked.number}>
      <p class="answer-head">
        <AnswerStatus status={status} />
        <span class="soft small">
          Status {status} · {duration(milliseconds)} · {bytes(content.length)}
        </span>
      </p>
      {status !== 200 && (
        <p class="banner" data-tone="bad">
          <span class="given">{failure === undefined ? "The bot gives no reason." : printable(failure)}</span>
          <span class="small">{advice(status, botId, path)}</span>
        </p>
      )}
      <Document content={content} name={`Answer of ${printable(path).slice(0, 100)}`} />
    </div>
  );
}

const words: Record<number, [Tone, string]> = {
  200: ["good", "answered"],
  400: ["warn", "parameter rejected"],
  404: ["warn", "no such query"],
  500: ["bad", "query failed"],
};

export function AnswerStatus({ status }: { status: number }) {
  const [tone, word] = words[status] ?? ["bad", "failed"];
  return <Status tone={tone}>{word}</Status>;
}

function advice(status: number, botId: string, path: string): ComponentChildren {
  if (status === 400) return "Correct the parameter and ask again.";
  if (status === 404) return `The bot has no query ${printable(path).slice(0, 100)}.`;
  return (
    <>
      Where it failed is in <a href={`/bots/${encodeURIComponent(botId)}/logs`}>the bot's log</a>.
    </>
  );
}

export const duration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;

/** The `error` of an answer, shortened. */
function messageOf(content: Uint8Array): string | undefined {
  try {
    const { error } = JSON.parse(new TextDecoder().decode(content)) as { error?: unknown };
    return typeof error === "string" ? error.slice(0, 1_000) : undefined;
  } catch {
    return undefined;
  }
}
