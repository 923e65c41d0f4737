import { describe, expect, test } from "vitest";
import { corpus, judged, stepOf } from "./recorded.ts";

const code = (code: number) => ({ exit: { code } });
const signal = (signal: string) => ({ exit: { signal } });
const timeout = { exit: { timeout: true as const } };
const late = "timeout exit: did not end within the time limit";

corpus("an end that nobody speaks of", "run: { ops: [] }", {
  passes: { "code 0": code(0) },
  fails: {
    "code 1": [code(1), "exit: expected 0, got 1"],
    "a crash": [signal("SIGSEGV"), "crash exit: was killed by SIGSEGV"],
    "the kill of the system": [signal("SIGKILL"), "crash exit: was killed by SIGKILL"],
    "no end": [timeout, late],
  },
});

corpus("an exit code", "run: { ops: [] }\nexpect: { exit: 3 }", {
  passes: { "that one": code(3) },
  fails: {
    success: [code(0), "exit: expected 3, got 0"],
    "another failure": [code(1), "exit: expected 3, got 1"],
    "a signal": [signal("SIGTERM"), "crash exit: was killed by SIGTERM"],
    "no end": [timeout, late],
  },
});

corpus("any failing exit code", "run: { ops: [] }\nexpect: { exit: nonzero }", {
  passes: {
    ...{ "1": code(1), "255": code(255) },
    ...{
      "an abort": signal("SIGABRT"),
      "a trap": signal("SIGTRAP"),
      "an illegal instruction": signal("SIGILL"),
    },
  },
  fails: {
    success: [code(0), 'exit: expected {"$not":0}, got 0'],
    "a crash, which is no way to fail": [signal("SIGSEGV"), "crash exit: was killed by SIGSEGV"],
    "no end": [timeout, late],
  },
});

corpus("one of two exit codes", "run: { ops: [] }\nexpect: { exit: { $one_of: [0, 130] } }", {
  passes: { "the first": code(0), "the second": code(130) },
  fails: { "a third": [code(143), 'exit: expected {"$one_of":[0,130]}, got 143'] },
});

corpus("a death by a signal", "run: { ops: [] }\nexpect: { exit: { signal: SIGTERM } }", {
  passes: { "that signal": signal("SIGTERM") },
  fails: {
    "another signal": [signal("SIGKILL"), "exit: expected SIGTERM, got SIGKILL"],
    "the code that shells give for it": [code(143), "exit: expected SIGTERM, got exit code 143"],
    success: [code(0), "exit: expected SIGTERM, got exit code 0"],
    "no end": [timeout, late],
  },
});

corpus("a server that is stopped by KILL", "serve: { stop: KILL }", {
  passes: { "dies of it": signal("SIGKILL") },
  fails: { "ends before it": [code(0), "exit: expected SIGKILL, got exit code 0"] },
});

corpus("what a step leaves behind", "run: { ops: [] }", {
  passes: { "no process": { leftOver: [] } },
  fails: {
    "a process": [{ leftOver: ["sleep 1000"] }, "processes: still running after the step: sleep 1000"],
    "two processes": [
      { leftOver: ["sh -c sleep", "sleep 9"] },
      "processes: still running after the step: sh -c sleep",
      "processes: still running after the step: sleep 9",
    ],
  },
});

corpus("the port of a server", "serve: {}", {
  passes: { "opens, and is closed at the end": { ready: true, listening: false } },
  fails: {
    "never opens": [{ ready: false }, "port: never accepted a connection"],
    "is open still": [{ listening: true }, "port: still accepts connections after the process ended"],
    "says more than it was asked": [
      { unasked: "HTTP/1.1 200 OK" },
      'port: the server sent more than the expected answers: "HTTP/1.1 200 OK"',
    ],
  },
});

describe("the failures of a step", () => {
  const step = stepOf("run: { ops: [{ touch: [x] }] }");

  test("timeouts, crashes and protocol errors come first", () => {
    const wrong = { trace: '{"id":', leftOver: ["sleep 1"], stdout: "x\n" };
    const verdicts = (exit: object) => judged(step, { ...wrong, ...exit }).map((line) => line.split(":")[0]);
    expect(verdicts(timeout)).toEqual(["timeout exit", "error trace", "other stdout line 1", "processes"]);
    expect(verdicts(signal("SIGSEGV"))).toEqual([
      "crash exit",
      "error trace",
      "other stdout line 1",
      "processes",
    ]);
    expect(verdicts(code(1))).toEqual(["error trace", "exit", "other stdout line 1", "processes"]);
  });

  test("the same recording gives the same failures with the same texts", () => {
    const wrong = { ...code(1), stdout: "x\n", strays: ["y"] };
    expect(judged(step, wrong)).toEqual(judged(step, wrong));
  });
});
