import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { whyNotBuilt } from "../../../packages/repo/src/run/languages.ts";
import { makes } from "../../src/cases/vocabulary.ts";
import { buildTestee, type Described, describeTestee, runStep } from "./start.ts";

/** JSON of the made values in a log line; the other kinds have none. */
const forms: Record<string, unknown> = {
  nan: null,
  infinity: null,
  "-infinity": null,
  "negative-zero": expect.closeTo(0),
  "lone-surrogate": "a\ufffdb",
  "surrogate-keys": { "\ufffd": 2 },
  hooked: { hooked: true },
  undefined: undefined,
  deep: [[[]]],
  "deep-object": { a: { a: {} } },
  long: "xxx",
  "byte-text": "\ufffd",
};
/** What is given to kinds that take a size: most take 3. */
const sizes: Record<string, string> = { "byte-text": "/w==" };

describe.each(["cpp", "node", "python", "rust"])("the adapter of %s", (name) => {
  let testee: Described;
  let lacking: string | undefined;

  beforeAll(async () => {
    testee = describeTestee(`testees/${name}`);
    lacking = await whyNotBuilt(name);
    if (lacking === undefined) buildTestee(testee);
  });
  beforeEach(({ skip }) => skip(lacking !== undefined, lacking));

  test("makes the values that JSON cannot write", async () => {
    const kinds = Object.keys(makes).filter((kind) => !(`makes-${kind}` in testee.lacks));
    const of = (kind: string) => ({ $make: makes[kind] === "plain" ? kind : [kind, sizes[kind] ?? 3] });
    const step = await runStep(
      testee,
      kinds.map((kind) => ["log.info", kind, { of: of(kind) }]),
    );
    const lines = new Map(step.lines("stderr").map(({ message, data }) => [message, data]));
    for (const [i, kind] of kinds.entries()) {
      const [{ error } = {}] = step.outcomes(String(i + 1));
      expect([kind, error?.code]).toEqual([kind, kind in forms ? undefined : "log.invalid_data"]);
      expect([kind, lines.get(kind)]).toEqual([kind, kind in forms ? { of: forms[kind] } : undefined]);
    }
    expect(kinds.length).toBeGreaterThan(10);
  });
});
