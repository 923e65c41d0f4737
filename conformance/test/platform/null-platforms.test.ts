import { expect, test } from "vitest";
import { loadPlatformCases } from "../../src/platform/cases/load.ts";
import { runOnPlatform } from "../../src/platform/run/suite.ts";
import { nullPlatform, nullPlatformNames } from "../../src/platform/testee/null-platform.ts";

test.for(nullPlatformNames)("%s passes no case, and fails each in its steps", async (name) => {
  const testee = nullPlatform(name);
  const cases = await loadPlatformCases();
  const open = await testee.open();
  try {
    const options = { jobs: 8, stop: new AbortController().signal };
    const delivered = await runOnPlatform(cases, open, testee, options);
    expect(delivered).toHaveLength(cases.length);
    expect(delivered.filter(({ verdict }) => verdict !== "fail")).toEqual([]);
  } finally {
    await open.close();
  }
});

test("there are six of them", () => {
  expect(nullPlatformNames).toHaveLength(6);
});
