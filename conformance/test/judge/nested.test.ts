import { corpus, failure, file, trace } from "./recorded.ts";

const round = ["0.0.0 state.delete", "0.0.0 = true", "0.0.1 state.list", "0.0.1 = []"];
const repeated = `run:
  ops: [{ repeat: [2, [{ state.delete: [k], returns: true }, { state.list: [], returns: [] }]] }]`;
corpus("a list that is repeated", repeated, {
  passes: { "as often as it says": trace("0 repeat", ...round, ...round, "0 = null", "end") },
  fails: {
    "once less": [
      trace("0 repeat", ...round, "0 = null", "end"),
      "op 0.0.0 state.delete: expected 2 calls, got 1",
      "op 0.0.1 state.list: expected 2 calls, got 1",
    ],
    "once more": [
      trace("0 repeat", ...round, ...round, ...round, "0 = null", "end"),
      "op 0.0.0 state.delete: expected 2 calls, got 3",
      "op 0.0.1 state.list: expected 2 calls, got 3",
    ],
    "op by op": [
      trace(
        "0 repeat",
        ...round.slice(0, 2),
        ...round.slice(0, 2),
        ...round.slice(2),
        ...round.slice(2),
        "0 = null",
        "end",
      ),
      "error op 0.0.0 state.delete: is out of order in the trace",
    ],
    "with another value the second time": [
      trace(
        "0 repeat",
        ...round,
        "0.0.0 state.delete",
        "0.0.0 = false",
        ...round.slice(2),
        "0 = null",
        "end",
      ),
      "op 0.0.0 state.delete returns: expected true, got false",
    ],
  },
});

const guarded = `run:
  ops:
    - guarded: [[{ fail: [a] }], [{ touch: [b] }], [{ touch: [c] }]]`;
const caught = ["0 guarded", "0.0.0 fail", `0.0.0 ! ${failure(null, "a")}`, "0.1.0 touch", "0.1.0 = null"];
const last = ["0.2.0 touch", "0.2.0 = null", "0 = null", "end"];
corpus("try, catch and finally", guarded, {
  passes: { "each in its turn": trace(...caught, ...last) },
  fails: {
    "without catch": [trace(...caught.slice(0, 3), ...last), "op 0.1.0 touch: was not called"],
    "without finally": [trace(...caught, "0 = null", "end"), "op 0.2.0 touch: was not called"],
  },
});

const handler = `serve:
  ops:
    - query.handler: [/a, [{ request.path: [], returns: /a }, { return: [1] }]]
    - query.run: []`;
const asked = ["0.0.0 request.path", '0.0.0 = "/a"', "0.0.1 return"];
const registered = ["0 query.handler", "0 = null", "1 query.run"];
corpus("a handler", handler, {
  passes: {
    "that nobody asked": trace(...registered),
    "that was asked twice": trace(...registered, ...asked, ...asked),
    "that was asked twice at once": trace(
      ...registered,
      ...[
        "0.0.0 request.path",
        "0.0.0 request.path",
        '0.0.0 = "/a"',
        '0.0.0 = "/a"',
        "0.0.1 return",
        "0.0.1 return",
      ],
    ),
  },
  fails: {
    "that was not registered": [trace("1 query.run"), "op 0 query.handler: was not called"],
    "that was given another path": [
      trace(...registered, "0.0.0 request.path", '0.0.0 = "/b"', "0.0.1 return"),
      'op 0.0.0 request.path returns: expected "/a", got "/b"',
    ],
    "that did not come to its answer": [
      trace(...registered, ...asked.slice(0, 2)),
      "op 0.0.1 return: was not called",
    ],
    "that went on behind its answer": [
      trace(...registered, ...asked, "0.0.1 = null"),
      "op 0.0.1 return: expected the call not to return, but it did",
    ],
    "and a server that came back": [
      trace(...registered, "1 = null"),
      "op 1 query.run: expected the call not to return, but it did",
    ],
  },
});

const parallel = `run:
  ops:
    - parallel: [[{ touch: [a] }, { touch: [b] }], [{ touch: [c] }]]`;
const begin = ["0 parallel", "0.0.0 touch", "0.1.0 touch"];
corpus("lists side by side", parallel, {
  passes: {
    "one between the other": trace(
      ...[...begin, "0.1.0 = null", "0.0.0 = null", "0.0.1 touch", "0.0.1 = null", "0 = null", "end"],
    ),
  },
  fails: {
    "one out of its own order": [
      trace(
        "0 parallel",
        "0.0.1 touch",
        "0.0.1 = null",
        ...begin.slice(1),
        "0.0.0 = null",
        "0.1.0 = null",
        "0 = null",
        "end",
      ),
      "error op 0.0.1 touch: is out of order in the trace",
    ],
    "one left out": [
      trace("0 parallel", "0.0.0 touch", "0.0.0 = null", "0.0.1 touch", "0.0.1 = null", "0 = null", "end"),
      "op 0.1.0 touch: was not called",
    ],
  },
});

const left = (list: string) => `query:
  path: /q
  handlers:
    /q: [{ background: [[${list}]] }, { wait_for: [a] }, { return: [1] }]
expect: { answer: { $any: true } }`;
const answered = { after: { "out/result.json": file("1") } };
const leaving = ["0 query.handler", "0 = null", "1 query.run", "0.0.0 background", "0.0.0 = null"];
const waited = ["0.0.1 wait_for", "0.0.1 = null", "0.0.2 return"];
corpus("what a query leaves, waived", left("{ touch: [a], any: true }, { touch: [b], any: true }"), {
  passes: {
    "cut amid a call by the answer": {
      ...trace(...leaving, "0.0.0.0.0 touch", ...waited),
      ...answered,
    },
    "cut before it began": { ...trace(...leaving, ...waited), ...answered },
  },
  fails: {
    "cut with the handler that it was left by": [
      { ...trace(...leaving, "0.0.0.0.0 touch", ...waited.slice(0, 2)), ...answered },
      "op 0.0.2 return: was not called",
    ],
  },
});
corpus("what a query leaves", left("{ touch: [a] }"), {
  passes: {
    "done by the answer": {
      ...trace(...leaving, "0.0.0.0.0 touch", "0.0.0.0.0 = null", ...waited),
      ...answered,
    },
  },
  fails: {
    "cut amid its call": [
      { ...trace(...leaving, "0.0.0.0.0 touch", ...waited), ...answered },
      "op 0.0.0.0.0 touch: 1 call, but 0 outcomes",
    ],
  },
});

const killed = `run: { ops: [{ touch: [a] }, { touch: [now] }, { touch: [b] }], signal: { send: KILL, when: now } }
expect: { exit: { signal: SIGKILL } }`;
const dead = { exit: { signal: "SIGKILL" } };
const first = ["0 touch", "0 = null", "1 touch"];
corpus("a script that is killed on its way", killed, {
  passes: {
    "at once": { ...trace(...first), ...dead },
    "a little later": { ...trace(...first, "1 = null", "2 touch"), ...dead },
  },
  fails: {
    "with what came before left out": [{ ...trace("1 touch"), ...dead }, "op 0 touch: was not called"],
    "but not by the signal": [
      { ...trace(...first, "1 = null", "2 touch", "2 = null", "end") },
      "exit: expected SIGKILL, got exit code 0",
    ],
  },
});

corpus("an exit hook", "run: { ops: [{ at_exit: [[{ touch: [a] }]] }] }", {
  passes: {
    "that came to run": trace("0 at_exit", "0 = null", "0.0.0 touch", "0.0.0 = null", "end"),
    "of a process that was not asked to wait for it": trace("0 at_exit", "0 = null", "end"),
  },
  fails: {
    "that is not set": [trace("end"), "op 0 at_exit: was not called"],
    "that fails": [
      trace("0 at_exit", "0 = null", "0.0.0 touch", `0.0.0 ! ${failure(null, "no")}`, "end"),
      `op 0.0.0 touch: expected it to return, but it failed with a failure that is not the SDK's: "no"`,
    ],
  },
});
