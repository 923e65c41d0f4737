import type { JsonObject } from "../../json/index.ts";
import { is, logs, type PlatformMutant } from "./mutant.ts";

/** Mistakes in reading what bots write. */
export const outputMutants: PlatformMutant[] = [
  {
    id: "every-line-of-standard-error-is-an-error",
    what: "Every line of standard error has the level error.",
    killers: ["logs.level-in-the-head-of-a-line/freqtrade", "logs.level-in-the-head-of-a-line/syslog"],
    answer(asked, answered) {
      if (is(asked, "GET", logs) && asked.query.get("stream") === "stderr")
        answered.text = answered.text.replace(/"level":"\w+"/g, '"level":"error"');
    },
  },
  {
    id: "any-word-is-a-level",
    what: "A line of text has the level of any word in it.",
    killers: [
      "logs.level-in-the-head-of-a-line/prose",
      "logs.level-in-the-head-of-a-line/prose-after-a-time",
    ],
    answer(asked, answered) {
      if (is(asked, "GET", logs))
        answered.text = answered.text.replace(
          /"level":"error"(?=[^{}]*"message":"[^"]*(?:information|warning))/g,
          '"level":"info"',
        );
    },
  },
  {
    id: "stack-traces-are-split",
    what: "Each line of a stack trace is a record.",
    killers: ["logs.traceback-is-one-record"],
    answer(asked, answered) {
      if (!is(asked, "GET", logs)) return;
      answered.setItems(
        answered.items.flatMap((item) =>
          String((item as JsonObject).get("message"))
            .split("\n")
            .map((line) => new Map(item as JsonObject).set("message", line)),
        ),
      );
    },
  },
  {
    id: "progress-bars-are-kept-whole",
    what: "A line keeps its carriage returns.",
    killers: [
      "logs.line-is-read-by-the-contract/windows-line",
      "logs.line-is-read-by-the-contract/progress-bar",
    ],
    answer(asked, answered) {
      if (is(asked, "GET", logs))
        answered.text = answered.text.replace(/"message":"(a\\tb|100%)"/g, '"message":"$1\\r"');
    },
  },
  {
    id: "metrics-with-nan-are-text",
    what: "A metric with NaN is a line of text.",
    killers: ["metrics.number-that-is-not-json"],
    answer(asked, answered) {
      if (is(asked, "GET", logs))
        answered.text = answered.text.replace(/"dropped_metrics":1,?/g, "").replace(/,\}/g, "}");
    },
  },
];
