import { expect, test } from "vitest";
import { asCalled } from "../../src/output/as-called.ts";

const npx = { npm_command: "exec", npm_lifecycle_script: "'platform'" };

test("a hint names the command as it was called", () => {
  const hint = "Next: platform bot logs x -w";
  expect(asCalled({}, hint)).toBe(hint);
  expect(asCalled({ npm_command: "run-script", npm_lifecycle_script: "platform serve" }, hint)).toBe(hint);
  expect(asCalled({ ...npx, npm_lifecycle_script: "vitest run" }, hint)).toBe(hint);
  expect(asCalled(npx, hint)).toBe("Next: npx platform bot logs x -w");
  expect(asCalled({ ...npx, npm_lifecycle_script: '"platform" "bot" "get"' }, hint)).toContain("npx");
});

test.each([
  ["platform doctor", "npx platform doctor"],
  ["platform --help", "npx platform --help"],
  [
    "use platform auth logout, or: platform key list",
    "use npx platform auth logout, or: npx platform key list",
  ],
  ["A=1 platform custom-bot deploy", "A=1 npx platform custom-bot deploy"],
])("in %s", (hint, called) => {
  expect(asCalled(npx, hint)).toBe(called);
});

test.each([
  "Stopping the platform. The bots keep running.",
  "the platform is version 1.0.0",
  "npx platform bot list",
  "./bin/platform bot list",
  "platform botyard",
])("%s is not changed", (text) => {
  expect(asCalled(npx, text)).toBe(text);
});
