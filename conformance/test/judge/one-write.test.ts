import { callsOf } from "../../src/run/system-calls.ts";
import { corpus, metric } from "./recorded.ts";

const [first, second] = [metric('{"a":1}'), metric('{"a":12}')];
const [shorter, longer] = [first.length, second.length];
const seen = (...writes: (number | string)[]) => ({
  stdout: first + second,
  env: { CODE_MOUNT_DIR: "/case/code", CONF_TRACE: "/kept/trace" },
  calls: callsOf(
    writes
      .map((size) => (typeof size === "string" ? size : `7 write(1</kept/stdout>, ""..., ${size}) = ${size}`))
      .join("\n"),
  ),
});
const expected = "stdout: expected one write for each of 2 lines, got";

corpus(
  "lines in one write",
  "run: { ops: [] }\nexpect: { metrics: [[m, { a: 1 }], [m, { a: 12 }]], one_write: [stdout] }",
  {
    passes: {
      "one after the other": seen(shorter, longer),
      "by several parts in memory": seen(shorter, `7 writev(1</kept/stdout>, [{}, {}], 2) = ${longer}`),
      "by two threads, of which the second was faster": seen(
        `7 write(1</kept/stdout>, ""..., ${longer} <unfinished ...>`,
        `8 write(1</kept/stdout>, ""..., ${shorter}) = ${shorter}`,
        `7 <... write resumed>) = ${longer}`,
      ),
      "beside writes that write nothing": seen(shorter, 0, longer),
      "beside writes to other files": seen(shorter, '7 write(2</kept/stderr>, ""..., 3) = 3', longer),
    },
    fails: {
      "a line feed apart": [
        seen(shorter - 1, 1, longer),
        `${expected} 3 writes of these sizes: ${shorter - 1}, 1, ${longer}`,
      ],
      "both lines at once": [
        seen(shorter + longer),
        `${expected} 1 write of these sizes: ${shorter + longer}`,
      ],
      "a line and a half at once": [
        seen(shorter + 5, longer - 5),
        `${expected} 2 writes of these sizes: ${shorter + 5}, ${longer - 5}`,
      ],
      "no writes": [seen(), `${expected} 0 writes of these sizes: `],
      "no trace of the calls": [{ stdout: first + second }, "error calls: were not traced"],
    },
  },
);
