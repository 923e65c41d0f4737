import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readLine } from "../src/index.ts";

/** Two lines that a logger has written in its usual JSON form: what it says and how important it is. */
interface Sample {
  logger: string;
  version: string;
  configuration: string;
  stream: "stdout" | "stderr";
  info: string;
  warn: string;
  /** It writes no level, so that the stream decides. */
  level?: "stream";
}

const samples: Sample[] = JSON.parse(readFileSync(new URL("logger-lines.json", import.meta.url), "utf8"));

/** Samples whose level or message is not found yet, because their keys are not among those of [LOG-7] and [LOG-9]. */
const unread = new Set([
  ...["structlog", "loguru", "logback", "Microsoft.Extensions.Logging.Console", "Serilog", "katip"],
  ...["log4j2 JsonTemplateLayout", "tracing-subscriber fmt().json().init()"],
]);
const isUnread = ({ logger, configuration }: Sample): boolean =>
  unread.has(logger) ||
  unread.has(`${logger} ${configuration}`) ||
  (logger === "python-json-logger" && configuration.includes("levelname"));

describe.each(samples)("$logger $version, $configuration", (sample) => {
  const checked = isUnread(sample) ? test.fails : test;

  checked("is read with its message and its level [LOG-7] [LOG-9]", () => {
    const { stream, level } = sample;
    const expected = level === "stream" ? "error" : undefined;
    const read = [sample.info, sample.warn].map((line) => readLine(line, stream));
    expect(read).toMatchObject([
      { level: expected ?? "info", message: "stopped after 3 ticks" },
      { level: expected ?? "warn", message: "slow" },
    ]);
  });
});
