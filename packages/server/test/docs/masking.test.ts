import { readFileSync } from "node:fs";
import { join } from "node:path";
import { secretNames } from "@botyard/manifest";
import { expect, test } from "vitest";
import { Masker } from "../../src/output/masking/masker.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/reference/masking.md"), "utf8");
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, inside]) => inside!);
const lineWith = (part: string) => page.split("\n").find((line) => line.includes(part))!;

test("docs/reference/masking.md lists the secret names", () => {
  expect(quoted(lineWith("`api key`"))).toEqual([...secretNames.strong]);
  expect(quoted(lineWith("`token`, `pwd`"))).toEqual([...secretNames.weak]);
  const [, before = ""] = /words stands before it: ([^.]*)\./.exec(page) ?? [];
  expect(quoted(before)).toEqual([...secretNames.tokens]);
});

const [, table = ""] = page.split("| Written | Stored |");
const examples = [...table.matchAll(/^\| `(.+)` \| `(.+)` \|$/gm)].map(([, written, stored]) => [
  written!,
  stored!,
]);

test.each(examples)("as docs/reference/masking.md says, %s is stored as %s", (written, stored) => {
  const [, secret = ""] = /The secret of the config is `([^`]+)`/.exec(page) ?? [];
  const masker = new Masker([secret]);
  const shown = written.startsWith("{")
    ? JSON.stringify(masker.value(JSON.parse(written)))
    : masker.text(written);
  expect(shown).toBe(stored);
});

test("the examples are there", () => expect(examples.length).toBeGreaterThan(5));
