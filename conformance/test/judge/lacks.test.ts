import { answer, came, corpus, failure, log, trace } from "./recorded.ts";

const refused = failure("metric.write_failed", 'cannot write metric "m" to standard output: No space left');
const unnamed = failure("metric.write_failed", 'cannot write metric "m" to standard output: ');
const metricThatFails = `run:
  ops:
    - metric: [m, {}]
      fails: metric.write_failed
      message: 'cannot write metric "m" to standard output: ENOSPC'`;
const called = (error: string) => trace("1 metric", `1 ! ${error}`, "end");

corpus("a system error of a testee that knows no names of them", metricThatFails, {
  lacks: ["errno-names"],
  passes: {
    "in the exception's own words": called(refused),
    "by its name all the same": called(refused.replace("No space left", "ENOSPC")),
  },
  fails: {
    "without a reason": [called(unnamed), /^op 1 metric message: expected .*to standard output: /],
    "of a blank": [called(unnamed.replace(': "', ':  "')), /^op 1 metric message/],
    "of another metric": [
      called(refused.replace('\\"m\\"', '\\"n\\"')),
      /^op 1 metric message: expected .*got "cannot write metric \\"n\\"/,
    ],
  },
});

corpus("a system error of a testee that names them", metricThatFails, {
  passes: { "by its name": called(refused.replace("No space left", "ENOSPC")) },
  fails: { "in other words": [called(refused), /^op 1 metric message: expected .*ENOSPC/] },
});

const told = "cannot write the result to /r.json: ENOENT";
corpus("a system error in the log", `run: { ops: [] }\nexpect: { logs: [[error, "${told}"]] }`, {
  lacks: ["errno-names"],
  passes: { "in other words": { stderr: log(told.replace("ENOENT", "No such file"), undefined, "error") } },
  fails: {
    "without a reason": [{ stderr: log(told.replace("ENOENT", ""), undefined, "error") }, /^log 1\[1\]: /],
  },
});

const failing = `serve:
  handlers: { /p: [{ return: [1], never_reached: true }] }
  requests: [{ get: /p, expect: { status: 500, body: { status: error, error: "${told}" } } }]`;
const seen = (message: string) => ({
  exchanges: [came(answer(`{"status":"error","error":"${message}"}`, { status: 500 }))],
  stderr: log(message, '{"path":"/p"}', "error"),
  trace: trace("1 query.handler", "1 = null", "2 query.run").trace,
});
corpus("a system error in an answer and its record", failing, {
  lacks: ["errno-names"],
  passes: { "in other words": seen(told.replace("ENOENT", "No such file")) },
  fails: { "without a reason": [seen(told.replace("ENOENT", "")), /^request 1/, /^failure 1/] },
});

const panics = `run:
  ops:
    - guarded: [[{ fail: [broken] }], []]`;
const caught = trace("1 guarded", "1.1.1 fail", `1.1.1 ! ${failure(null, "broken")}`, "1 = null", "end");
const hook = "thread 'main' panicked at adapter.rs:1\nbroken\n";
corpus("a failure that the runtime tells before it can be caught", panics, {
  lacks: ["quiet-panics"],
  passes: { "on standard error": { ...caught, stderr: hook }, "or not": caught },
  fails: {
    "on standard output": [
      { ...caught, stdout: "broken\n" },
      'other stdout line 1: expected nothing, got "broken"',
    ],
    "beside a line of the SDK that nobody asked for": [
      { ...caught, stderr: hook + log("broken") },
      'log 1: expected nothing, got ["info","broken"]',
    ],
  },
});

corpus("a failure that the runtime must not tell", panics, {
  passes: { "and does not": caught },
  fails: {
    "on standard error": [
      { ...caught, stderr: "broken\n" },
      'other stderr line 1: expected nothing, got "broken"',
    ],
  },
});

corpus("a runtime that tells of failures, where none is expected", "run: { ops: [] }", {
  lacks: ["quiet-panics"],
  passes: { "in silence": {} },
  fails: { "with a word": [{ stderr: "warning\n" }, 'other stderr line 1: expected nothing, got "warning"'] },
});
