import type { LogRecord } from "@botyard/client";
import { readLine, readUnreadableMetric } from "@botyard/core";
import { cutText, type Launch, LineReader, watchGrowth } from "@botyard/runtime";
import { clockTime } from "../bots/bot-text.ts";
import { logLine } from "../bots/log-text.ts";
import type { Context } from "../context.ts";
import { clean } from "../output/clean.ts";
import { select } from "../output/select.ts";

const lineBytes = 64 * 1024;

/**
 * Prints the output of a bot process as it is written. Settles when the process has exited and all output is printed.
 */
export function showOutput(context: Context, launch: Launch): Promise<void> {
  const streams = (["stdout", "stderr"] as const).map((stream) => {
    // One byte more than is shown, which tells whether a character ends there.
    const reader = new LineReader(launch.files[stream], 0, lineBytes + 1);
    const read = (ended: boolean) => {
      for (let atEnd = false; !atEnd; ) {
        const piece = reader.read(ended);
        for (const { bytes, start, end, length } of piece.lines) {
          const text = cutText(bytes.subarray(start, end), lineBytes);
          showLine(context, text, stream, length > lineBytes);
        }
        ({ atEnd } = piece);
      }
    };
    const stop = watchGrowth(launch.files[stream], () => read(false));
    read(false);
    return { reader, read, stop };
  });
  return launch.ended.then(() => {
    for (const { reader, read, stop } of streams) {
      stop();
      read(true);
      reader.close();
    }
  });
}

function showLine(context: Context, text: string, stream: "stdout" | "stderr", truncated: boolean): void {
  const line = readLine(text, stream);
  const time = line.timestamp ?? context.clock.now().toISOString();
  const { json } = context.globals;
  if (line.kind === "metric") {
    const { type, data } = line;
    const shown = clean(JSON.stringify(data));
    context.stdout.write(
      json
        ? `${JSON.stringify(select({ kind: "metric", time, type, data }, json))}\n`
        : `${context.style.dim(clockTime(context, time))} ${context.style.green("metric")} ${clean(type)} ${shown}\n`,
    );
    return;
  }
  const dropped = text.trimStart().startsWith("{") ? readUnreadableMetric(text) : undefined;
  if (dropped) {
    const { type, key, value } = dropped;
    const [ofType, named] = [type, key].map((text) => clean(JSON.stringify(text)));
    context.warn(
      `The platform would drop a metric of type ${ofType}: ${named} is ${value}, which is not valid JSON. Emit null or leave the key out.`,
    );
  }
  const { level, message, fields } = line;
  const record = { time, level, message, fields, stream, ...(truncated ? { truncated } : {}) };
  context.stdout.write(
    json
      ? `${JSON.stringify(select({ kind: "log", ...record }, json))}\n`
      : logLine(context, record as unknown as LogRecord),
  );
}
