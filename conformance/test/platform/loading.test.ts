import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { loadPlatformCases } from "../../src/platform/cases/load.ts";

const dirs: string[] = [];
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true });
});

/** Loads one case with these steps. */
async function loading(text: string) {
  const dir = mkdtempSync(join(tmpdir(), "botyard-platform-cases-"));
  dirs.push(dir);
  mkdirSync(join(dir, "area"));
  writeFileSync(join(dir, "area", "topic.yaml"), text);
  return loadPlatformCases(dir, new Set(["rest#bots"]));
}

const head = "- id: area.case\n  title: A case\n  from: [rest#bots]\n";

test("a case is read with the capabilities that its steps need", async () => {
  const [one] = await loading(
    `${head}  steps:\n    - requests: [{ get: /bots, key: bob, expect: { status: 200 } }]\n    - mcp: [{ tool: bot_list, expect: { value: {} } }]\n`,
  );
  expect(one).toMatchObject({ id: "area.case", needs: ["mcp", "two-users"], line: 1 });
});

test.for([
  ["- { get: /bots, expect: { stats: 200 } }", "expect has no key stats: did you mean status?"],
  [
    "- { get: /bots, expect: { problem: bot_not_fund } }",
    "there is no error bot_not_fund: did you mean bot_not_found?",
  ],
  ["- { get: /bots, expect: { json: {} } }", "expect needs status or problem"],
  ["- { get: /bots, post: /bots }", "a request has one of the keys get, post, patch, put, delete, head"],
  ["- { get: bots }", "the address begins with / (below the API root) or ${base_url}"],
  ["- { get: '/bots/${bot.x}' }", "unknown placeholder ${bot.x}"],
  ["- { post: /bots, json: {}, text: a }", "a request has only one body, json"],
  ["- { post: /custom-bots, archive: { of: livr } }", "there is no package livr: did you mean live?"],
  [
    "- { get: /bots, keep: { a: json.x } }",
    "keep a takes a path that begins with body or header or cookie or status",
  ],
  ["- { get: /bots, within: 0 }", "within is a number of seconds, at most 90"],
] as const)("%s is refused", async ([request, message]) => {
  await expect(loading(`${head}  steps:\n    - requests:\n        ${request}\n`)).rejects.toThrow(message);
});

test.for([
  ["  steps: []\n", "a case needs at least one step"],
  ["  needs: [mpc]\n  steps: [{ same: [a] }]\n", "there is no capability mpc: did you mean mcp?"],
  ["  steps: [{ request: [] }]\n", "a step has no key request: did you mean requests?"],
  [
    "  steps: [{ mcp: [{ tool: a, method: b, expect: { value: 1 } }] }]\n",
    "a call has either tool or method",
  ],
  ["  steps: [{ stream: [{ send: {}, open: alice }] }]\n", "an act has one of the keys open, send, text"],
  ["  steps: [{ stream: [{ send: {}, where: 1 }] }]\n", "where needs receive"],
  ["  steps: [{ requests: [{ get: /bots }], client: a }]\n", "client needs stream"],
  [
    "  steps: [{ cli: [{ run: [a], expect: { exit: 0 } }] }]\n",
    "expect needs at least one of stdout, json and stderr beside exit",
  ],
] as const)("%s is refused", async ([steps, message]) => {
  await expect(loading(`${head}${steps}`)).rejects.toThrow(message);
});

test("a section that no page has is refused", async () => {
  const text = head.replace("rest#bots", "rest#bits");
  await expect(loading(`${text}  steps: [{ same: [a] }]\n`)).rejects.toThrow("there is no section rest#bits");
});
