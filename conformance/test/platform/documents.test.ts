import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadPlatformCases } from "../../src/platform/cases/load.ts";
import { errorTable } from "../../src/platform/judge/error-table.ts";
import { platformMutants } from "../../src/platform/mutants/index.ts";

const reference = join(import.meta.dirname, "../../../docs/reference");

test("the table of errors is that of docs/reference/errors.md", () => {
  const page = readFileSync(join(reference, "errors.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| ([^|]+) \|/gm)].map(([, code, status, title]) => [
    code,
    { status: Number(status), title: title!.trim() },
  ]);
  expect(Object.fromEntries(errorTable())).toEqual(Object.fromEntries(rows));
});

test("every error that a client can cause has a case", async () => {
  const expected = new Set(JSON.stringify(await loadPlatformCases()).match(/"problem":"\w+"/g));
  const missing = [...errorTable().keys()].filter((code) => !expected.has(`"problem":"${code}"`));
  // These need a platform that is overloaded, stopping, out of disk space or broken, or a request that no library sends.
  expect(missing.sort()).toEqual([...unprovoked, ...ofAdmins, ...ofTools, ...ofForms].sort());
});

/** A case that provoked them could lock out the operator, or signs in by a page. */
const ofAdmins = ["last_admin", "user_disabled"];

/** Only the tool server answers these, as JSON-RPC errors. */
const ofTools = ["origin_not_allowed"];

/** Answers to forms, which have another content type than `problem` expects: `auth.device-errors-have-names`. */
const ofForms = ["invalid_scope", "unsupported_grant_type"];

const unprovoked = [
  "data_dir_copied",
  "disk_full",
  "disk_low",
  // After ten minutes.
  "expired_token",
  "headers_too_large",
  "idempotency_in_progress",
  "internal_error",
  "invalid_transition",
  "isolation_unavailable",
  "malformed_request",
  // The operator allows the network of the host.
  "network_not_enforced",
  // The operator sets the quotas.
  "quota_exceeded",
  "request_timeout",
  "secrets_unavailable",
  "shutting_down",
  "state_unreadable",
  "store_unavailable",
  "too_many_bodies",
  "too_many_queries",
  "too_many_uploads",
];

test("there are at least 180 templates of cases", async () => {
  expect(new Set((await loadPlatformCases()).map(({ template }) => template)).size).toBeGreaterThanOrEqual(
    180,
  );
});

test("every broken platform names cases that exist, and no two have one id", async () => {
  const cases = await loadPlatformCases();
  const known = new Set(cases.flatMap(({ id, template }) => [id, template]));
  for (const { id, killers } of platformMutants) {
    expect(killers.length, id).toBeGreaterThan(0);
    expect(
      killers.filter((name) => !known.has(name)),
      id,
    ).toEqual([]);
  }
  expect(new Set(platformMutants.map(({ id }) => id)).size).toBe(platformMutants.length);
});
