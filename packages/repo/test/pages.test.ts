import { describe, expect, test } from "vitest";
import { findLost } from "../src/check/pages.ts";
import { repositoryFiles } from "../src/check/words.ts";
import { root } from "../src/root.ts";

const files = [
  { path: "packages/core/src/metric.ts", text: "" },
  { path: "packages/core/test/metric.test.ts", text: "" },
  { path: "docs/reference/metrics.md", text: "# Metrics\n\n## Points of a chart\n" },
];
const found = (text: string) => findLost([...files, { path: "docs/page.md", text: `A page.\n${text}\n` }]);

describe("the pages", () => {
  test("name only files that the repository has, and link to pages and headings that exist", () => {
    expect(findLost(repositoryFiles(root))).toEqual([]);
  });
});

describe("the check of pages", () => {
  test.each([
    ["Read `packages/core/src/metrics.ts`.", "packages/core/src/metrics.ts"],
    ["Read `core/metrics.ts`.", "core/metrics.ts"],
    ["Read `metrics.ts`.", "metrics.ts"],
    ["Look into `packages/cores/`.", "packages/cores/"],
    ["Run `node packages/core/start.mjs`.", "packages/core/start.mjs"],
    ["```\ncd packages/cores\n```", "packages/cores"],
  ])("reports a file or folder that does not exist in %j", (text, name) => {
    expect(found(text)).toEqual([
      expect.stringMatching(/^docs\/page\.md:[23]: the repository has no file "/),
    ]);
    expect(found(text)[0]).toContain(`"${name}"`);
  });

  test.each(["reference/metric.md", "reference/metrics.md#points", "#a-heading"])(
    "reports the link %s",
    (link) => {
      expect(found(`Read [more](${link}).`)).toEqual([`docs/page.md:2: the link "${link}" leads nowhere`]);
    },
  );

  test.each([
    "Read `packages/core/src/metric.ts`, `core/src/metric.ts` or `metric.ts` in `packages/core`.",
    "Run the test `packages/core/test/metric`.",
    "See [metrics](reference/metrics.md), [points](reference/metrics.md#points-of-a-chart), [others](https://x.example).",
    "```\nnode my-bot/main.mjs > out.json\n```",
    "The packages are `packages/*/package.json`; your config is `instance-config.json`.",
  ])("accepts %j", (text) => {
    expect(found(text)).toEqual([]);
  });
});
