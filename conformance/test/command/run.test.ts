import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cases, quiet, Workplace } from "./workplace.ts";

const here = new Workplace({ ...quiet, ...cases });

describe("a run", () => {
  test("ends with 0 and prints the seed if every owed case passed", async () => {
    const { exit, said } = await here.command({ area: ["log"], seed: 7 });
    expect([exit, said.split("\n")[0]]).toEqual([0, "1 verdict owed by quiet; seed 7"]);
    expect(said).toMatch(/1 verdict in \d+\.\d s, 0 failed$/);
  });

  test("ends with 1 and prints the place if a case failed", async () => {
    const { exit, said } = await here.command({ area: ["metric"], jobs: 1 });
    expect([exit, said]).toEqual([
      1,
      expect.stringContaining("\nFAIL quiet metric.one/b [MET-1]\n  op 1 metric: was not called\n"),
    ]);
    expect(said).toMatch(/3 verdicts in .*, 2 failed$/);
  });

  test("writes its reports in the order of the plan, whatever the seed and the number of jobs", async () => {
    const results = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const file = here.path(`reports/${n}.json`);
        await here.command({ json: file, seed: n, jobs: n });
        return JSON.parse(readFileSync(file, "utf8"));
      }),
    );
    for (const [i, { header, verdicts, footer, owed }] of results.entries()) {
      expect(header.seed).toBe(i + 1);
      expect(verdicts.map((one: { case: string; verdict: string }) => `${one.case} ${one.verdict}`)).toEqual([
        ...["log.silence pass", "metric.silence pass", "metric.one/a fail", "metric.one/b fail"],
      ]);
      expect([owed, footer.pass, footer.fail]).toEqual([4, 2, 2]);
    }
  });

  test("writes JUnit and the matrices, and replaces the matrices in a page", async () => {
    const [junit, markdown] = [here.path("junit.xml"), here.path("page.md")];
    await here.command({ junit, markdown, area: ["log"] });
    expect(readFileSync(junit, "utf8")).toContain('<testcase classname="quiet.log" name="log.silence"');
    here.put("page.md", `# Matrix\n\n${readFileSync(markdown, "utf8")}`);
    await here.command({ markdown, area: ["metric"] });
    expect(readFileSync(markdown, "utf8")).toMatch(/^# Matrix\n[\s\S]*\| metric \| 1\/3 \|/);
  });

  test("is refused before its first case if a report cannot be written", async () => {
    const [one, page] = [here.path("one"), here.path("notes.md")];
    expect(await here.command({ json: one, junit: `${here.dir}/reports/../one` })).toEqual({
      exit: "refused",
      said: "reports/../one: --json and --junit name the same file",
    });
    expect(existsSync(one)).toBe(false);
    expect((await here.command({ json: here.path("cases") })).said).toBe(
      "cases: the report cannot be written (EISDIR)",
    );
    here.put("notes.md", "# My notes\n");
    expect((await here.command({ markdown: page })).said).toBe(
      "notes.md: this file exists and has no matrices to replace; name a new file",
    );
    expect(readFileSync(page, "utf8")).toBe("# My notes\n");
  });

  test("accepts any number of jobs, because at most one per case is used", async () => {
    expect((await here.command({ area: ["log"], jobs: 999_999_999 })).exit).toBe(0);
  });
});

const knowing = (fails: string, id = "metric.one/a") => {
  here.put(
    "knowing/testee.yaml",
    `${quiet["quiet/testee.yaml"].replace("quiet", "knowing")}known_failures: known.yaml\n`,
  );
  here.put("knowing/run.sh", quiet["quiet/run.sh"]);
  here.put(
    "knowing/known.yaml",
    `- { case: ${id}, fails: "${fails}", reason: it does nothing, since: "2026-11-20" }\n`,
  );
  return here.command({ testee: [here.path("knowing")], case: [id] });
};

describe("a run with a known failure", () => {
  test("is green while the case fails with the listed text", async () => {
    const { exit, said } = await knowing("op 1 metric: was not called");
    expect([exit, said]).toEqual([0, expect.stringContaining("knowing: 1 owed, 1 known-fail")]);
  });

  test("is red if it fails with another text, or passes", async () => {
    expect(await knowing("op 1 metric: was not there")).toMatchObject({ exit: 1 });
    const stale = await knowing("x", "metric.silence");
    expect([stale.exit, stale.said]).toEqual([
      1,
      expect.stringContaining("STALE-KNOWN knowing metric.silence"),
    ]);
  });
});

describe("a run with mutations", () => {
  const holed = `
- id: metric.any
  title: A bot may print
  clauses: [MET-1]
  steps:
    - run: { ops: [] }
      expect: { stdout: [{ $regex: x }] }
`;
  const printing = (text: string) => {
    here.put("printing/testee.yaml", quiet["quiet/testee.yaml"].replace("quiet", "printing"));
    here.put("printing/run.sh", `echo '{"end":true}' >> "$CONF_TRACE"; echo x\n`);
    here.put("holed/metric/any.yaml", text);
    return here.command({ testee: [here.path("printing")], cases: here.path("holed"), mutations: true });
  };

  test("is red for a hole, though every case passed", async () => {
    const { exit, said } = await printing(holed);
    expect([exit, said]).toEqual([
      1,
      expect.stringContaining("metric.any, printing: 1 × stdout.text-longer is alive"),
    ]);
    expect(said).toContain("0 failed");
  });

  const tolerant = `${holed}  tolerates:
    - { mutation: stdout.text-longer, reason: it may }
    - { mutation: stdout.last-line-feed-less, reason: bot code's own }
`;
  test("is green if the hole is tolerated", async () => {
    expect(await printing(tolerant)).toMatchObject({ exit: 0 });
  });

  test("is red for a tolerance that is not needed", async () => {
    const { exit, said } = await printing(`${tolerant}    - { mutation: http.closed, reason: none }\n`);
    expect([exit, said]).toEqual([
      1,
      expect.stringContaining("metric.any: tolerates http.closed, which no recording needs"),
    ]);
  });
});
