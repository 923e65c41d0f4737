import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BadInput } from "../../src/bad-input.ts";
import { loadCases } from "../../src/cases/index.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "cases-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

function put(name: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(dir, name)), { recursive: true });
  writeFileSync(join(dir, name), text);
}

const caseOf = (id: string, clause = "MET-1"): string =>
  `- id: ${id}\n  title: A sentence\n  clauses: [${clause}]\n  steps: [{ run: {} }]\n`;

async function refusal(folder = dir): Promise<string> {
  const error: unknown = await loadCases(folder).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadInput);
  return (error as BadInput).message.replaceAll(`${dir}/`, "");
}

describe("a folder of cases", () => {
  test("reports every problem of every file at once, in order of place", async () => {
    put("metric/b.yaml", `${caseOf("metric.b", "MET-77")}${caseOf("metric.C")}`);
    put("log/a.yaml", caseOf("log.a", "no"));
    expect((await refusal()).split("\n").map((line) => line.split(" ")[0])).toEqual([
      "log/a.yaml:3:13:",
      "metric/b.yaml:3:13:",
      "metric/b.yaml:5:3:",
    ]);
  });

  test("has unique ids, and a duplicate is refused with the place of the first", async () => {
    put("metric/a.yaml", caseOf("metric.same"));
    put("metric/b.yaml", `${caseOf("metric.other")}${caseOf("metric.same")}`);
    expect(await refusal()).toBe("metric/b.yaml:5:3: the id metric.same is already used in metric/a.yaml:1");
  });

  test("has its files in the folders of their areas", async () => {
    put("line.yaml", caseOf("metric.a"));
    put("metric/a.yml", caseOf("metric.b"));
    put("metric/deep/a.yaml", caseOf("metric.c"));
    expect((await refusal()).split("\n")).toEqual([
      "line.yaml: a case file must be in its area's folder: <area>/<topic>.yaml",
      "metric/a.yml: a case file's name must end in .yaml",
      "metric/deep: an area's folder cannot contain folders",
    ]);
  });

  test("has readable files, including links", async () => {
    put("elsewhere/a.yaml", caseOf("linked.a"));
    mkdirSync(join(dir, "cases/metric"), { recursive: true });
    symlinkSync("../elsewhere", join(dir, "cases/linked"));
    const folder = join(dir, "cases");
    expect((await loadCases(folder)).cases.map(({ id }) => id)).toEqual(["linked.a"]);
    symlinkSync("loop.yaml", join(folder, "metric/loop.yaml"));
    symlinkSync("nowhere", join(folder, "metric/dangling.yaml"));
    execFileSync("mkfifo", [join(folder, "metric/pipe.yaml")]);
    put("cases/metric/large.yaml", "#".repeat(4 * 1024 * 1024 + 1));
    expect((await refusal(folder)).split("\n")).toEqual([
      "cases/metric/dangling.yaml: the file cannot be read (ENOENT)",
      "cases/metric/large.yaml: the file exceeds 4 MiB",
      "cases/metric/loop.yaml: the file cannot be read (ELOOP)",
      "cases/metric/pipe.yaml: it is not a regular file",
    ]);
  });

  test("exists and has case files in UTF-8", async () => {
    expect(await refusal()).toContain("no case files found");
    expect(await refusal(join(dir, "nowhere"))).toBe("nowhere: cannot be read as a folder of cases (ENOENT)");
    put("metric/a.yaml", Buffer.from("- id: \xff", "latin1"));
    expect(await refusal()).toBe("metric/a.yaml: the file is not UTF-8");
  });

  test("has a hash that changes with the meaning of a case, but not with its notation", async () => {
    put("metric/a.yaml", caseOf("metric.a"));
    const { hash } = await loadCases(dir);
    put("metric/a.yaml", `# the same\n${caseOf("metric.a")}`.replace("{ run: {} }", "{ run: { ops: [] } }"));
    expect((await loadCases(dir)).hash).toBe(hash);
    put("metric/a.yaml", caseOf("metric.a", "MET-2"));
    expect((await loadCases(dir)).hash).not.toBe(hash);
  });
});
