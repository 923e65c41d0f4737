import { bytes, corpus, trace } from "./recorded.ts";

const two = "run: { ops: [{ state.set: [k, 1] }, { state.get: [k], returns: 1 }] }";
const both = ["1 state.set", "1 = null", "2 state.get", "2 = 1"];

corpus("two ops", two, {
  passes: { "each called once, in order, with what it gives": trace(...both, "end") },
  fails: {
    "the first left out": [trace(...both.slice(2), "end"), "op 1 state.set: was not called"],
    "the last left out": [trace(...both.slice(0, 2), "end"), "op 2 state.get: was not called"],
    "neither called": [trace("end"), "op 1 state.set: was not called", "op 2 state.get: was not called"],
    "one called twice": [
      trace(...both.slice(0, 2), ...both, "end"),
      "op 1 state.set: expected 1 call, got 2",
    ],
    "in another order": [
      trace("2 state.get", "2 = 1", "1 state.set", "1 = null", "end"),
      "error op 2 state.get: is out of order in the trace",
    ],
    "one inside of the other": [
      trace("1 state.set", "2 state.get", "2 = 1", "1 = null", "end"),
      "error op 2 state.get: is out of order in the trace",
    ],
    "an outcome before its call": [
      trace("1 = null", "1 state.set", "2 state.get", "2 = 1", "end"),
      "error op 1 state.set: is out of order in the trace",
    ],
    "another value": [
      trace(...both.slice(0, 3), "2 = 2", "end"),
      "op 2 state.get returns: expected 1, got 2",
    ],
    "a value where none is given": [
      trace("1 state.set", "1 = true", ...both.slice(2), "end"),
      "op 1 state.set returns: expected null, got true",
    ],
    "a failure": [
      trace("1 state.set", '1 ! {"code":"state.read_only","message":"no"}', ...both.slice(2), "end"),
      'op 1 state.set: expected it to return, but it failed with state.read_only: "no"',
    ],
    "a call that did not come back": [
      trace(...both.slice(0, 3)),
      "op 2 state.get: 1 call, but 0 outcomes",
      'trace: the script was not run to its end: {"end":true} is missing',
    ],
    "no end": [trace(...both), 'trace: the script was not run to its end: {"end":true} is missing'],
    "an op of another script": [
      trace(...both, "3 metric", "3 = null", "end"),
      "error trace: contains op 3, which is not in the script",
    ],
    "an op that the adapter does not know": [
      { trace: `${trace("1 state.set").trace}{"id":"1","unsupported":true}\n`, exit: { code: 64 } },
      "error op 1 state.set: the adapter does not support this op",
      "exit: expected 0, got 64",
    ],
  },
});

const note = (line: string) => ({ trace: bytes(`${trace(...both).trace}${line}`) });
corpus("the notes themselves", two, {
  passes: {
    "in the adapter's form": note('{"end":true}\n'),
    "with white space": note('{ "end": true }\r\n'),
  },
  fails: {
    "none at all": [
      { trace: "" },
      "op 1 state.set: was not called",
      "op 2 state.get: was not called",
      'trace: the script was not run to its end: {"end":true} is missing',
    ],
    "half a line at the end": [note('{"end":tr'), "error trace: its last line is incomplete"],
    "a last line without its line feed": [note('{"end":true}'), "error trace: its last line is incomplete"],
    "a line that is no JSON": [note("end\n"), /^error trace: line 5 is not valid JSON: not a JSON value/],
    "a line that is no object": [note("[]\n"), "error trace: line 5 is not a JSON object"],
    "an empty line": [note("\n"), /^error trace: line 5 is not valid JSON: unexpected end/],
    "a line that is no UTF-8": [
      { trace: `${note("").trace}{"end":"\xff"}\n` },
      "error trace: line 5 is not valid JSON: bytes that are not UTF-8",
    ],
    "a line of another form": [
      note('{"note":"hello"}\n{"end":true}\n'),
      "error trace: line 5 is not a valid trace line",
    ],
    "an outcome that says nothing": [
      { trace: bytes(`${trace(...both.slice(0, 3)).trace}{"id":"2"}\n{"end":true}\n`) },
      "error trace: line 4 is not a valid trace line",
    ],
    "an id that is a number": [
      note('{"id":1,"value":null}\n{"end":true}\n'),
      "error trace: line 5 is not a valid trace line",
    ],
  },
});

const ends = `run: { ops: [{ exit: [3] }, { log.info: [x], never_reached: true }] }
expect: { exit: 3 }`;
const three = { exit: { code: 3 } };
corpus("a call that never comes back", ends, {
  passes: { "is the last": { ...trace("1 exit"), ...three } },
  fails: {
    "comes back": [
      { ...trace("1 exit", "1 = null"), ...three },
      "op 1 exit: expected the call not to return, but it did",
    ],
    fails: [
      { ...trace("1 exit", '1 ! {"code":null,"message":"no"}'), ...three },
      "op 1 exit: expected the call not to return, but it did",
    ],
    "is not made": [{ ...trace("end"), ...three }, "op 1 exit: was not called"],
    "others follow it": [
      { ...trace("1 exit", "2 log.info", "2 = null"), ...three },
      "op 2 log.info: expected not to be called, but it was",
    ],
  },
});

const waived =
  "run: { ops: [{ log.info: [x], any: true }, { log.info: [z], any: true }] }\nexpect: { logs: { $any: true } }";
corpus("a call whose outcome is seen elsewhere", waived, {
  passes: {
    "comes back": trace("1 log.info", "1 = 1", "2 log.info", "2 = null", "end"),
    "fails, or is noted no further": trace("1 log.info", '1 ! {"code":"x.y"}', "2 log.info", "end"),
  },
  fails: {
    "is not made": [trace("1 log.info", "end"), "op 2 log.info: was not called"],
  },
});
