import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../../src/spec/index.ts";
import { loadTestee } from "../../src/testee/index.ts";
import { Workplace } from "../command/workplace.ts";
import { caseOf } from "../judge/recorded.ts";
import { runOn } from "./run-on.ts";

const here = new Workplace({});
const ends = `echo '{"end":true}' >> "$CONF_TRACE"\n`;

/** Adds a testee that is a shell script with a time limit of half a second; \`$SEEN\` is a path of its own. */
function scripted(name: string, script: string) {
  here.put(`${name}/testee.yaml`, `name: ${name}\nlanguage: Shell\nstart: [sh, "\${testee}/run.sh"]\n`);
  here.put(`${name}/run.sh`, script);
  return { ...loadTestee(here.path(name)), limit: 0.5, env: { SEEN: here.path(`${name}.seen`) } };
}

const cases = Array.from({ length: 6 }, (_, i) => ({
  ...caseOf("run: { ops: [] }"),
  id: `metric.recorded-${i}`,
}));

test("a case that timed out beside others passes if it does not time out alone", async () => {
  const once = scripted("once", `mkdir "$SEEN" 2> /dev/null && exec sleep 60\n${ends}`);
  const { delivered, notes } = await runOn(once, cases, 3);
  expect(delivered.map(({ verdict }) => verdict)).toEqual(cases.map(() => "pass"));
  expect(notes).toEqual([
    expect.stringMatching(/^once metric\.recorded-\d timed out and was run again alone, without a time-out$/),
  ]);
});

test("a case that times out alone too is red; a testee that always hangs is repeated three times only", async () => {
  const never = scripted("never", `echo >> "$SEEN"; exec sleep 60\n`);
  const { delivered, notes } = await runOn(never, cases, 3);
  expect(delivered.map(({ verdict }) => verdict)).toEqual(cases.map(() => "timeout"));
  expect(notes).toEqual([]);
  expect(readFileSync(here.path("never.seen"), "utf8")).toBe("\n".repeat(cases.length + 3));
});

test("a time-out names the request that hung, not those after it", { timeout: 60_000 }, async () => {
  const node = { ...loadTestee(join(packageFolder(), "testees/node")), limit: 2 };
  const request = (target: string, more = "") => `{ get: ${target}, ${more || "expect: { body: null }"} }`;
  const serve = (requests: string[]) =>
    caseOf(
      `serve:\n  handlers: { /quick: [], /slow: [{ wait_for: [never], any: true }] }\n  requests: [${requests.join(", ")}]`,
    );
  const hung = serve([request("/quick"), request("/slow"), request("/quick")]);
  const later = serve([
    request("/slow", "later: x"),
    request("/quick"),
    "{ answer_of: x, expect: { body: null } }",
  ]);
  const silent = serve(["{ wait_for_line: never }", request("/quick")]);
  const { delivered } = await runOn(node, [
    hung,
    { ...later, id: "metric.later" },
    { ...silent, id: "metric.silent" },
  ]);
  expect(
    delivered.map(({ verdict, failures: [first] }) => [verdict, `${first!.at}: ${first!.text}`]),
  ).toEqual([
    ["timeout", "request 2 GET /slow: was not over within the time limit"],
    ["timeout", "request 1 GET /slow: was not over within the time limit"],
    ["timeout", "request 1 wait-for-line: was not over within the time limit"],
  ]);
});

test("an unexpected end comes with the last lines of standard error", async () => {
  const script = `for n in 1 2 3 4 5 6; do echo "line $n in $PWD" >&2; done; echo >&2; exit 7\n`;
  const { delivered } = await runOn(scripted("dying", script), cases.slice(0, 1));
  expect(delivered[0]!.failures[0]).toEqual({
    ...{ verdict: "fail", at: "exit", text: "expected 0, got 7" },
    stderr: [2, 3, 4, 5, 6].map((n) => `line ${n} in \${dir}/code`),
  });
});
