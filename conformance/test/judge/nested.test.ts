import { corpus, failure, file, trace } from "./recorded.ts";

const round = ["1.1.1 state.delete", "1.1.1 = true", "1.1.2 state.list", "1.1.2 = []"];
const repeated = `run:
  ops: [{ repeat: [2, [{ state.delete: [k], returns: true }, { state.list: [], returns: [] }]] }]`;
corpus("a list that is repeated", repeated, {
  passes: { "as often as it says": trace("1 repeat", ...round, ...round, "1 = null", "end") },
  fails: {
    "once less": [
      trace("1 repeat", ...round, "1 = null", "end"),
      "op 1.1.1 state.delete: expected 2 calls, got 1",
      "op 1.1.2 state.list: expected 2 calls, got 1",
    ],
    "once more": [
      trace("1 repeat", ...round, ...round, ...round, "1 = null", "end"),
      "op 1.1.1 state.delete: expected 2 calls, got 3",
      "op 1.1.2 state.list: expected 2 calls, got 3",
    ],
    "op by op": [
      trace(
        "1 repeat",
        ...round.slice(0, 2),
        ...round.slice(0, 2),
        ...round.slice(2),
        ...round.slice(2),
        "1 = null",
        "end",
      ),
      "error op 1.1.1 state.delete: is out of order in the trace",
    ],
    "with another value the second time": [
      trace(
        "1 repeat",
        ...round,
        "1.1.1 state.delete",
        "1.1.1 = false",
        ...round.slice(2),
        "1 = null",
        "end",
      ),
      "op 1.1.1 state.delete returns: expected true, got false",
    ],
  },
});

const guarded = `run:
  ops:
    - guarded: [[{ fail: [a] }], [{ touch: [b] }], [{ touch: [c] }]]`;
const caught = ["1 guarded", "1.1.1 fail", `1.1.1 ! ${failure(null, "a")}`, "1.2.1 touch", "1.2.1 = null"];
const last = ["1.3.1 touch", "1.3.1 = null", "1 = null", "end"];
corpus("try, catch and finally", guarded, {
  passes: { "each in its turn": trace(...caught, ...last) },
  fails: {
    "without catch": [trace(...caught.slice(0, 3), ...last), "op 1.2.1 touch: was not called"],
    "without finally": [trace(...caught, "1 = null", "end"), "op 1.3.1 touch: was not called"],
  },
});

const handler = `serve:
  ops:
    - query.handler: [/a, [{ request.path: [], returns: /a }, { return: [1] }]]
    - query.run: []`;
const asked = ["1.1.1 request.path", '1.1.1 = "/a"', "1.1.2 return"];
const registered = ["1 query.handler", "1 = null", "2 query.run"];
corpus("a handler", handler, {
  passes: {
    "that nobody asked": trace(...registered),
    "that was asked twice": trace(...registered, ...asked, ...asked),
    "that was asked twice at once": trace(
      ...registered,
      ...[
        "1.1.1 request.path",
        "1.1.1 request.path",
        '1.1.1 = "/a"',
        '1.1.1 = "/a"',
        "1.1.2 return",
        "1.1.2 return",
      ],
    ),
  },
  fails: {
    "that was not registered": [trace("2 query.run"), "op 1 query.handler: was not called"],
    "that was given another path": [
      trace(...registered, "1.1.1 request.path", '1.1.1 = "/b"', "1.1.2 return"),
      'op 1.1.1 request.path returns: expected "/a", got "/b"',
    ],
    "that did not come to its answer": [
      trace(...registered, ...asked.slice(0, 2)),
      "op 1.1.2 return: was not called",
    ],
    "that went on behind its answer": [
      trace(...registered, ...asked, "1.1.2 = null"),
      "op 1.1.2 return: expected the call not to return, but it did",
    ],
    "and a server that came back": [
      trace(...registered, "2 = null"),
      "op 2 query.run: expected the call not to return, but it did",
    ],
  },
});

const parallel = `run:
  ops:
    - parallel: [[{ touch: [a] }, { touch: [b] }], [{ touch: [c] }]]`;
const begin = ["1 parallel", "1.1.1 touch", "1.2.1 touch"];
corpus("lists side by side", parallel, {
  passes: {
    "one between the other": trace(
      ...[...begin, "1.2.1 = null", "1.1.1 = null", "1.1.2 touch", "1.1.2 = null", "1 = null", "end"],
    ),
  },
  fails: {
    "one out of its own order": [
      trace(
        "1 parallel",
        "1.1.2 touch",
        "1.1.2 = null",
        ...begin.slice(1),
        "1.1.1 = null",
        "1.2.1 = null",
        "1 = null",
        "end",
      ),
      "error op 1.1.2 touch: is out of order in the trace",
    ],
    "one left out": [
      trace("1 parallel", "1.1.1 touch", "1.1.1 = null", "1.1.2 touch", "1.1.2 = null", "1 = null", "end"),
      "op 1.2.1 touch: was not called",
    ],
  },
});

const left = (list: string) => `query:
  path: /q
  handlers:
    /q: [{ background: [[${list}]] }, { wait_for: [a] }, { return: [1] }]
expect: { answer: { $any: true } }`;
const answered = { after: { "out/result.json": file("1") } };
const leaving = ["1 query.handler", "1 = null", "2 query.run", "1.1.1 background", "1.1.1 = null"];
const waited = ["1.1.2 wait_for", "1.1.2 = null", "1.1.3 return"];
corpus("what a query leaves, waived", left("{ touch: [a], any: true }, { touch: [b], any: true }"), {
  passes: {
    "cut amid a call by the answer": {
      ...trace(...leaving, "1.1.1.1.1 touch", ...waited),
      ...answered,
    },
    "cut before it began": { ...trace(...leaving, ...waited), ...answered },
  },
  fails: {
    "cut with the handler that it was left by": [
      { ...trace(...leaving, "1.1.1.1.1 touch", ...waited.slice(0, 2)), ...answered },
      "op 1.1.3 return: was not called",
    ],
  },
});
corpus("what a query leaves", left("{ touch: [a] }"), {
  passes: {
    "done by the answer": {
      ...trace(...leaving, "1.1.1.1.1 touch", "1.1.1.1.1 = null", ...waited),
      ...answered,
    },
  },
  fails: {
    "cut amid its call": [
      { ...trace(...leaving, "1.1.1.1.1 touch", ...waited), ...answered },
      "op 1.1.1.1.1 touch: 1 call, but 0 outcomes",
    ],
  },
});

const killed = `run: { ops: [{ touch: [a] }, { touch: [now] }, { touch: [b] }], signal: { send: KILL, when: now } }
expect: { exit: { signal: SIGKILL } }`;
const dead = { exit: { signal: "SIGKILL" } };
const first = ["1 touch", "1 = null", "2 touch"];
corpus("a script that is killed on its way", killed, {
  passes: {
    "at once": { ...trace(...first), ...dead },
    "a little later": { ...trace(...first, "2 = null", "3 touch"), ...dead },
  },
  fails: {
    "with what came before left out": [{ ...trace("2 touch"), ...dead }, "op 1 touch: was not called"],
    "but not by the signal": [
      { ...trace(...first, "2 = null", "3 touch", "3 = null", "end") },
      "exit: expected SIGKILL, got exit code 0",
    ],
  },
});

corpus("an exit hook", "run: { ops: [{ at_exit: [[{ touch: [a] }]] }] }", {
  passes: {
    "that came to run": trace("1 at_exit", "1 = null", "1.1.1 touch", "1.1.1 = null", "end"),
    "of a process that was not asked to wait for it": trace("1 at_exit", "1 = null", "end"),
  },
  fails: {
    "that is not set": [trace("end"), "op 1 at_exit: was not called"],
    "that fails": [
      trace("1 at_exit", "1 = null", "1.1.1 touch", `1.1.1 ! ${failure(null, "no")}`, "end"),
      `op 1.1.1 touch: expected it to return, but it failed with a failure that is not the SDK's: "no"`,
    ],
  },
});
