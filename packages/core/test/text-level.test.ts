import { describe, expect, test } from "vitest";
import { readLine, readTextLevel } from "../src/index.ts";

const esc = "\u001b";

describe("the level of a line of text is that of its head [LOG-12] [LOG-13]", () => {
  test.each([
    ["Python's logging", "WARNING:root:slow", "warn"],
    ["Python's logging with a time", "2024-01-01 12:00:00,123 - bot.worker - INFO - Bot heartbeat", "info"],
    ["Python's logging with a process", "2024-01-01 12:00:00,123 - 1234 - bot.core - INFO - started", "info"],
    ["Python's logging with colons", "2024-01-01 12:00:00,123:root:INFO:started", "info"],
    ["Python's logging with bars", "2024-01-01 12:00:00,123 | DEBUG | tick", "debug"],
    ["Python's logging with columns", "2024-01-01 12:00:00,123 root         INFO     started", "info"],
    ["Python's logging with spaces", "2024-01-01 12:00:00,123 bot.worker INFO started", "info"],
    ["Django", "INFO 2024-01-01 12:00:00,123 views 12 140 started", "info"],
    ["loguru", "2024-01-01 12:00:00.123 | INFO     | __main__:f:1 - started", "info"],
    ["Rich", "[11/20/26 14:30:00] INFO     started    bot.py:12", "info"],
    ["Rich in the same second", "                    WARNING  slow       bot.py:12", "warn"],
    ["Rich with a short time", "           CRITICAL refused             bot.py:12", "error"],
    ["structlog", "2024-01-01 12:00:00 [info     ] started    key=1", "info"],
    ["gunicorn", "[2024-01-01 12:00:00 +0000] [1234] [INFO] Booting worker", "info"],
    ["Airflow", "[2024-01-01T00:00:00.000+0000] {task.py:12} INFO - started", "info"],
    ["alembic", "INFO  [alembic.runtime.migration] Context impl", "info"],
    ["env_logger", "[2024-01-01T00:00:00Z INFO  bot] started", "info"],
    ["tracing", "2024-01-01T00:00:00.123456Z  INFO bot: started", "info"],
    [
      "tracing with colours",
      `${esc}[2m2024-01-01T00:00:00Z${esc}[0m ${esc}[33m WARN${esc}[0m ${esc}[2mbot${esc}[0m${esc}[2m:${esc}[0m slow`,
      "warn",
    ],
    ["fern", "[2024-01-01][12:00:00][bot][DEBUG] tick", "debug"],
    ["spdlog", "[2024-01-01 12:00:00.123] [info] started", "info"],
    ["spdlog with a name", "[2024-01-01 12:00:00.123] [my orders] [critical] refused", "error"],
    ["Boost.Log", "[2024-01-01 12:00:00.123456] [0x00007f] [info]    started", "info"],
    ["glog", "W20240101 12:00:00.000000  123 bot.cc:12] slow", "warn"],
    ["klog", "I0101 12:00:00.000000 1 bot.go:5] started", "info"],
    ["logback", "12:00:00.123 [main] INFO  com.foo - started", "info"],
    ["slf4j-simple", "[main] INFO com.foo.Bot - started", "info"],
    ["Spring Boot", "2024-01-01T12:00:00.123+01:00  INFO 1234 --- [main] c.e.App : started", "info"],
    ["java.util.logging", "SEVERE: refused", "error"],
    [".NET's console", "info: Bot.Worker[0]", "info"],
    [".NET's console", "dbug: Bot.Worker[0]", "debug"],
    [".NET's console", "fail: Bot.Worker[0]", "error"],
    ["Serilog", "[12:00:00 INF] started", "info"],
    ["Serilog in a file", "2024-01-01 12:00:00.123 +00:00 [WRN] slow", "warn"],
    ["NLog", "2024-01-01 12:00:00.1234|INFO|Bot.Worker|started", "info"],
    ["Go's slog", '2024/01/01 12:00:00 INFO started key="1"', "info"],
    ["Go's slog as text", 'time=2024-01-01T00:00:00Z level=INFO+2 msg="started"', "info"],
    ["logrus", 'time="2024-01-01T00:00:00Z" level=warning msg="slow"', "warn"],
    ["logfmt with a level in a value", 'msg="the level=error \\" level=error thing" level="info"', "info"],
    ["logrus on a terminal", "INFO[0000] started", "info"],
    ["zap", "2024-01-01T00:00:00.000Z\tinfo\tbot\tstarted", "info"],
    ["zerolog", "12:00PM INF started key=1", "info"],
    ["zerolog", "2:30PM INF started key=1", "info"],
    ["geth", "INFO [01-01|12:00:00.000] Starting peer-to-peer node", "info"],
    ["pino-pretty", "[12:00:00.000] INFO (1234): started", "info"],
    ["pino-pretty with colours", `[12:00:00.000] ${esc}[32mINFO${esc}[39m: ${esc}[36mstarted`, "info"],
    ["winston", "verbose: tick", "debug"],
    ["log4js", "[2024-01-01T12:00:00.123] [INFO] default - started", "info"],
    ["Haskell's katip", "[2024-01-01 00:00:00][Bot][Info][host][PID 1] started", "info"],
    ["systemd", "<6>started", "info"],
    ["syslog", "<131>1 2024-01-01T00:00:00Z host bot - - - refused", "error"],
    ["a compiler", "bot.py:12: error: Incompatible types", "error"],
    ["a bracket", "[WARNING] slow", "warn"],
    ["a word of many", "[Information] started", "info"],
  ])("%s: %j is %s", (_, line, level) => {
    expect(readTextLevel(line)).toBe(level);
    expect(readLine(line, level === "error" ? "stdout" : "stderr")).toEqual({
      kind: "log",
      level,
      message: line,
      fields: {},
    });
  });

  test.each([
    "",
    "INFO",
    "INFORMATION",
    "INFORMATION: closed",
    "information: the market is closed",
    "Information - see below",
    "Alert: AAPL above 200",
    "[10:30] Alert: AAPL above 200",
    "Error bars drawn",
    "ERROR bars drawn",
    "WARNINGS - 5",
    "warning signs everywhere",
    "Errors: 3",
    "3 errors found",
    "12:00:00 warning signs",
    "12:00:00 Error bars drawn",
    "[1, 2, 3] Warning signs",
    "Market info: closed",
    "The INFO: is closed",
    "BUY 5 AAPL - error margin 3",
    "resistance level=info",
    "x=5 y=6",
    'msg="the level=error thing"',
    'msg="the level=error thing goes on',
    "5m ERROR AAPL",
    "loss\terror\tepoch",
    "error\tloss",
    "  error: none",
    "       WARNING  slow",
    "        WARNING slow",
    "        warning  slow",
    "        FAIL     slow",
    "\t\tWARNING  slow",
    "{ level: error }",
    "(error) AAPL",
    "<200>AAPL",
    "[[[[ error:",
    `${"x".repeat(195)}: [ERROR] y`,
  ])("%j has none", (line) => {
    expect(readTextLevel(line)).toBeUndefined();
    expect(readLine(line, "stdout")).toMatchObject({ level: "info", message: line });
    expect(readLine(line, "stderr")).toMatchObject({ level: "error", message: line });
  });

  test.each(["[", "[a", "a:", "(", "12:00 (", "ERROR ", "<", "level=", `${esc}[`, " "])(
    "%j many times costs little",
    (part) => {
      const line = part.repeat(1_000_000 / part.length);
      const started = performance.now();
      for (let n = 0; n < 1_000; n++) readTextLevel(line);
      expect(performance.now() - started).toBeLessThan(1_000);
    },
  );
});
