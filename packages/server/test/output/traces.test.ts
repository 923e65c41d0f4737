import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BotEvent, LogRecord } from "../../src/model/model.ts";
import { listLogs, summarizeLogs } from "../../src/store/sql/logs.ts";
import { metricsAfter } from "../../src/store/sql/metrics.ts";
import { type Collecting, openCollecting } from "./collecting.ts";

let of: Collecting;
beforeEach(async () => {
  of = await openCollecting();
});
afterEach(() => of.close());

const messages = (records: LogRecord[]) => records.map(({ message }) => message);
const taken = async (text: string, stream: "stdout" | "stderr" = "stderr") =>
  messages(await of.take(text, stream));
const stored = async () => messages((await listLogs(of.store, "bot_1", { limit: 1_000 })).items);

/** Resolves once a record with this message is published. */
function published(message: string | RegExp): Promise<LogRecord> {
  return new Promise((resolve) => {
    of.bus.subscribe("bot_1", (events: readonly BotEvent[]) => {
      for (const event of events)
        if (event.channel === "logs" && event.record.message.match(message)) resolve(event.record);
    });
  });
}

/** What a Python program writes to standard error. */
function python(...lines: string[]): string {
  return spawnSync("python3", ["-c", lines.join("\n")], { encoding: "utf8" }).stderr;
}

const failure = ["def step(n):", "    return 1 / n"];
const handled = ["import traceback", ...failure, "try:", "    step(0)", "except ZeroDivisionError:"];
const traceback =
  'Traceback (most recent call last):\n  File "bot.py", line 1, in <module>\n    f()\nKeyError: 5';

describe("a traceback of Python is one record [LOG-14]", () => {
  test("as loguru writes it, with empty lines and a mark between the frames", async () => {
    const failed = "2026-11-20 14:30:00.123 | ERROR    | __main__:<module>:8 - failed";
    const next = "2026-11-20 14:30:00.124 | INFO     | __main__:<module>:9 - next";
    const trace = [
      "Traceback (most recent call last):",
      "",
      '  File "bot.py", line 9, in <module>',
      "    step(0)",
      "    └ <function step at 0x7f260cad84a0>",
      "",
      '> File "bot.py", line 3, in step',
      "    return 1 / n",
      "               └ 0",
      "",
      "ZeroDivisionError: division by zero",
    ].join("\n");
    expect(await taken(`${failed}\n${trace}\n${next}\n${trace}\n${failed}\n`)).toEqual([
      ...[failed, trace, next],
      ...[trace, failed],
    ]);
  });

  test.each([
    ["an exception", [...failure, "step(0)"]],
    ["chained exceptions", [...handled, "    raise KeyError('a')"]],
    ["an exception from another", [...handled, "    raise KeyError('a') from ValueError('b')"]],
    ["a file that cannot be compiled", ["def step(", "  return 1"]],
    ["a module that cannot be compiled", ["compile('x = (', 'bot.py', 'exec')"]],
    ["a group of exceptions", ["raise ExceptionGroup('many', [ValueError('a'), KeyError('b')])"]],
    ["a group in a chain", [...handled, "    raise ExceptionGroup('many', [ValueError('a')])"]],
    ["endless recursion", ["def f(n):", "    return f(n + 1)", "f(0)"]],
    ["a message of several lines", ["raise ValueError('one\\n  two\\n  three')"]],
  ])("%s", async (_, program) => {
    const text = python(...program);
    expect(text.split("\n").length).toBeGreaterThan(3);
    const records = await of.take(`before\n${text}{"level":"info","message":"after"}\n`, "stderr");
    expect(messages(records)).toEqual(["before", text.trimEnd(), "after"]);
    expect(records.map(({ level, seq }) => [level, seq])).toEqual([
      ["error", 1],
      ["error", 2],
      ["info", 3],
    ]);
    expect((await summarizeLogs(of.store, "bot_1", "2000", "3000")).by_level.error).toBe(2);
  });

  test("on standard output, where it is an error as well", async () => {
    const [record] = await of.take(`${traceback}\n`, "stdout");
    expect(record).toMatchObject({ level: "error", message: traceback, stream: "stdout" });
  });

  test("with the notes of the exception that ended the process, also of several lines", async () => {
    const text = python(
      "e = ValueError('bad')",
      "e.add_note('of AAPL')",
      "e.add_note('see\\nthe page')",
      "raise e",
    );
    appendFileSync(of.source.files.stderr, text);
    await of.collector.follow(of.source).finish(true);
    expect(await stored()).toEqual([text.trimEnd()]);
  });

  test("without the lines that a process that goes on prints after it", async () => {
    const text = `${traceback}\nretrying\n\nIn 5 seconds.\n`;
    expect(await taken(text)).toEqual([traceback, "retrying", "", "In 5 seconds."]);
  });

  test.each([
    "Exception in thread main java.lang.X: boo\n\tat a.b(C.java:1)\n\tat a.c(C.java:2)",
    "/bot/x.py:20: DeprecationWarning: old\n  warnings.warn('old')",
    "retry in 1 s\n  attempt 1",
  ])("and the error of several lines directly after it is another one: %j", async (next) => {
    const text = `${traceback}\nretrying\n${next}\n${traceback}\n${next}\n`;
    expect(await taken(text)).toEqual([traceback, "retrying", next, traceback, next]);
  });

  test("and no line of it is lost if the next one of its chain does not fit", async () => {
    const first = traceback.replace("f()", "f".repeat(40_000));
    const sentence = `During handling of the above exception, another exception occurred:`;
    const text = `${first}\n${"x".repeat(30_000)}\n\n${sentence}\n\n${traceback}\n`;
    expect((await taken(text)).join("\n")).toBe(text.trimEnd());
  });

  test.each(["INFO:root:x", "2026-01-01 12:00:00,123 bot INFO x", "<6>x", "           INFO     x"])(
    "without the line that another thread logs in between: %s",
    async (line) => {
      const [first, ...rest] = traceback.split("\n");
      const records = await of.take(`${first}\n${line}\n${rest.join("\n")}\n`, "stderr");
      expect(records[1]).toMatchObject({ message: line, level: "info" });
    },
  );

  test.each(["Warning('late')", "ValueError('warning: late')"])(
    "with an exception that has a word for a level in its head: %s",
    async (exception) => {
      const text = python(`raise ${exception}`).trimEnd();
      expect(await taken(`${text}\n`)).toEqual([text]);
    },
  );

  test("without a line that has a level of its own", async () => {
    const next = "2024-01-01 12:00:00,123 - bot - INFO - retrying";
    appendFileSync(of.source.files.stderr, `${traceback}\n${next}\n`);
    await of.collector.follow(of.source).finish(true);
    expect(await stored()).toEqual([traceback, next]);
  });

  test("and the next one is another", async () => {
    expect(await taken(`${traceback}\n${traceback}\n`)).toEqual([traceback, traceback]);
  });

  test("however its bytes arrive, in the time in which a runtime writes them", async () => {
    const following = of.collector.follow(of.source);
    for (const byte of `${traceback}\nafter\n`) appendFileSync(of.source.files.stderr, byte);
    await following.finish();
    expect(await stored()).toEqual([traceback, "after"]);
  });

  test("published soon after the process has become silent", async () => {
    const whole = published(/^Traceback/);
    of.collector.follow(of.source);
    appendFileSync(of.source.files.stderr, `${traceback}\n`);
    expect((await whole).message).toBe(traceback);
  });

  test("split by a metric, a structured record or another logger's line, which are kept", async () => {
    const [first, second, third, fourth] = traceback.split("\n");
    const text = `${first}\n{"_metric":"m","n":1}\n${second}\n{"message":"tick"}\n${third}\n${fourth}\n`;
    expect(await taken(text)).toEqual([first, second, "tick", `${third}`, fourth]);
    expect(await metricsAfter(of.store, "bot_1", 0, { limit: 9 })).toHaveLength(1);
  });
});

describe("a stack of another language is one record [LOG-14]", () => {
  test.each([
    [
      "Java",
      'Exception in thread "main" java.lang.IllegalStateException: bad\n\tat Bot.main(Bot.java:3)\nCaused by: java.io.IOException: x\n\tat Bot.read(Bot.java:9)\n\t... 1 more',
    ],
    ["Node", "Error: bad\n    at step (file:///bot/bot.mjs:2:9)\n    at file:///bot/bot.mjs:5:1"],
    [".NET", "Unhandled exception. System.Exception: bad\n   at Program.Main() in /bot/Program.cs:line 3"],
    ["Haskell", "CallStack (from HasCallStack):\n  error, called at Bot.hs:3:8 in main:Main"],
    ["Rust", "stack backtrace:\n   0: bot::step\n             at ./src/main.rs:3"],
  ])("%s", async (_, stack) => {
    expect(await taken(`${stack}\n${stack}\nafter\n`)).toEqual([stack, stack, "after"]);
  });

  test("as Rich writes it, without the lines of the same second around it", async () => {
    const text = [
      "[14:30:00] WARNING  slow                                   bot.py:7",
      "           ERROR    failed                                 bot.py:9",
      "                    Traceback (most recent call last):",
      '                      File "bot.py", line 8, in <module>',
      "                    ZeroDivisionError: division by zero",
      "           INFO     next                                   bot.py:10",
    ];
    const [slow, ...failed] = text;
    const next = failed.pop();
    const records = await of.take(`${text.join("\n")}\n`, "stderr");
    expect(records.map(({ level, message }) => [level, message])).toEqual([
      ["warn", slow],
      ["error", failed.join("\n")],
      ["info", next],
    ]);
  });

  test.each([
    ["stdout", "Positions:"],
    ["stderr", "INFO: positions"],
  ] as const)("but on %s, an indented line after %j is a record of its own", async (stream, line) => {
    expect(await taken(`${line}\n  AAPL 5\n`, stream)).toEqual([line, "  AAPL 5"]);
  });
});

describe("a record of many lines", () => {
  test("has at most 1,000 lines and the size of a log line; the rest is not lost", async () => {
    const many = `Error: bad\n${"    at step\n".repeat(2_500)}`;
    const records = await taken(many);
    expect(records.map((message) => message.split("\n").length)).toEqual([1_000, 1_000, 501]);
    expect(records.join("\n")).toBe(many.trimEnd());
  });

  test("is not longer than a log line may be", async () => {
    const frame = `    at ${"é".repeat(1_000)}`;
    const records = await taken(`Error: bad\n${`${frame}\n`.repeat(100)}`);
    expect(Math.max(...records.map((message) => Buffer.byteLength(message)))).toBeLessThanOrEqual(65_536);
    expect(records.join("\n")).toBe(`Error: bad\n${`${frame}\n`.repeat(100)}`.trimEnd());
  });

  test("is read again from its beginning by the next platform, so that each line is stored once", async () => {
    of.source.hasRow = true;
    let offsets = of.source.offsets;
    of.source.onStored = (stored) => {
      offsets = stored;
    };
    const first = published(/^INFO/);
    of.collector.follow(of.source);
    const [head, ...rest] = traceback.split("\n");
    appendFileSync(of.source.files.stderr, `INFO: started\n${head}\n${rest[0]}\n`);
    await first;
    await of.collector.stop();
    expect(await stored()).toEqual(["INFO: started"]);
    expect(offsets.stderr).toBe("INFO: started\n".length);
    appendFileSync(of.source.files.stderr, `${rest.slice(1).join("\n")}\n`);
    await of
      .open()
      .follow({ ...of.source, offsets })
      .finish();
    expect(await stored()).toEqual(["INFO: started", traceback]);
  });

  test("hides secrets in each of its lines", async () => {
    const [message] = await taken("Error: bad\n    at https://x/?key=canary-0123456789\n");
    expect(message).toMatch(/^Error: bad\n {4}at /);
    expect(message).not.toContain("canary");
  });
});

describe("a progress bar", () => {
  test("is one record with its last state, in the log as on a terminal", async () => {
    const bar = Array.from({ length: 101 }, (_, n) => `\r${n}%|${"█".repeat(n / 10)}`).join("");
    expect(await taken(`${bar}\nloaded\r\n`, "stdout")).toEqual([`100%|${"█".repeat(10)}`, "loaded"]);
  });

  test("before a metric on the same line does not hide it", async () => {
    expect(await taken('50%\r{"_metric":"m","n":1}\r\n', "stderr")).toEqual([]);
    expect(await metricsAfter(of.store, "bot_1", 0, { limit: 9 })).toMatchObject([
      { type: "m", data: { n: 1 } },
    ]);
  });

  test("of megabytes without a line feed is stored whole, and its bytes are given back while it runs", async () => {
    of.source.hasRow = true;
    const far = new Promise<void>((resolve) => {
      of.source.onStored = ({ stderr }) => {
        if (stderr >= 8 * 1024 ** 2) resolve();
      };
    });
    const following = of.collector.follow(of.source);
    const states = `${"=".repeat(99)}\r`.repeat(10_000);
    for (let n = 0; n < 20; n++) appendFileSync(of.source.files.stderr, states);
    await far;
    expect(await stored()).toEqual([]);
    appendFileSync(of.source.files.stderr, "done\n");
    await following.finish();
    expect(await stored()).toEqual(["done"]);
  });
});

test("the messages of a real logger keep their levels on standard error", async () => {
  const program = [
    "import logging",
    "logging.basicConfig(level=10, format='%(asctime)s - %(name)s - %(levelname)s - %(message)s')",
    "log = logging.getLogger('freqtrade.worker')",
    "log.debug('a'); log.info('b'); log.warning('c'); log.error('d')",
  ];
  const records = await of.take(python(...program), "stderr");
  expect(records.map(({ level }) => level)).toEqual(["debug", "info", "warn", "error"]);
});
