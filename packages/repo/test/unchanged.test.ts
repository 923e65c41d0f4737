import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { repositoryFiles } from "../src/check/words.ts";
import { failing, gate, home, inAFolder, put } from "./gate/planted.ts";

inAFolder();

beforeEach(() => {
  execFileSync("git", ["init", "--quiet"], { cwd: home });
  put(".gitignore", "node_modules\nreports\nkept\nruns\ngate.mjs\nonce*\n");
  put("one.txt", "1");
  put("two.txt", "2");
});

afterEach(() => vi.unstubAllEnvs());

/** A part with a unit for each of these files. It notes which of them run, and runs this code for each. */
const part = (files: string[], code = "") => `{ name: "planted", needs: [],
  units: ${JSON.stringify(files.map((file) => ({ name: file, inputs: [file] })))},
  run: async (missing, stale) => {
    const { appendFileSync, writeFileSync } = await import("node:fs");
    const outcome = { passed: 0, failures: [], notRun: [], output: "", units: {} };
    for (const { name: unit } of stale) {
      appendFileSync("runs", unit + "\\n");
      outcome.passed += 2;
      outcome.units[unit] = { passed: 2, notRun: [] };
      ${code}
    }
    return outcome;
  } }`;

const run = (parts = part(["one.txt", "two.txt"]), all = false) =>
  gate(parts, `results: { root: "${home}", folder: "${join(home, "kept")}", all: ${all} },`);
/** Returns what has run since the last call. */
function runs(): string[] {
  const names = readFileSync(join(home, "runs"), "utf8").split("\n").filter(Boolean);
  put("runs", "");
  return names;
}

describe("what has passed before", { timeout: 300_000 }, () => {
  test("is not run again while its inputs are the same, and its numbers count", async () => {
    expect((await run()).closing).toBe("4 passed, 0 failed");
    expect(runs()).toEqual(["one.txt", "two.txt"]);
    const second = await run();
    expect(second).toMatchObject({ code: 0, closing: "4 passed, 0 failed" });
    expect(second.output).toMatch(
      /\n {2}planted: unchanged since \d{4}-\d\d-\d\d \d\d:\d\d, 4 passed then\n/,
    );
    expect(runs()).toEqual([]);
  });

  test("runs again if one of its inputs has changed, and only that", async () => {
    await run();
    put("two.txt", "changed");
    runs();
    const { closing, output } = await run();
    expect(closing).toBe("4 passed, 0 failed");
    expect(runs()).toEqual(["two.txt"]);
    expect(output).toMatch(/planted: 2 passed, 0 failed \([\d.]+ s\); unchanged since .*, 2 passed then/);
    put("two.txt", "2");
    await run();
    expect(runs()).toEqual([]);
  });

  test("is not run again for another repository in the working copy", async () => {
    execFileSync("git", ["init", "--quiet", "other"], { cwd: home });
    put("other/one.txt", "1");
    await run();
    put("other/one.txt", "changed");
    runs();
    await run();
    expect(runs()).toEqual([]);
    expect(repositoryFiles(home).map(({ path }) => path)).not.toContain("other/");
  });

  test("runs again after a day if some of its tests were not run", async () => {
    const lacking = part(
      ["one.txt", "two.txt"],
      `if (unit === "one.txt") outcome.units[unit].notRun.push("no moon");`,
    );
    await run(lacking);
    runs();
    await run(lacking);
    expect(runs()).toEqual([]);
    for (const name of readdirSync(join(home, "kept"))) {
      const green = JSON.parse(readFileSync(join(home, "kept", name), "utf8"));
      put(`kept/${name}`, JSON.stringify({ ...green, at: "2026-01-01T00:00:00.000Z" }));
    }
    await run(lacking);
    expect(runs()).toEqual(["one.txt"]);
  });

  test.each([
    ["TZ", "Asia/Kathmandu"],
    ["NODE_OPTIONS", "--max-old-space-size=900"],
    ["PLATFORM_ISOLATION", "none"],
  ])("runs again with another %s", async (name, value) => {
    await run();
    runs();
    vi.stubEnv(name, value);
    await run();
    expect(runs()).toEqual(["one.txt", "two.txt"]);
  });

  test("runs again with --all", async () => {
    await run();
    runs();
    await run(undefined, true);
    expect(runs()).toEqual(["one.txt", "two.txt"]);
  });

  describe("on a machine with", () => {
    const using = (tool: string) =>
      part(["one.txt"]).replace("needs: []", `needs: [], wants: [{ isThere: async () => true, ${tool} }]`);
    const compiler = (version: string) => {
      put("compiler", `#!/bin/sh\necho ${version}\n`);
      execFileSync("chmod", ["+x", join(home, "compiler")]);
    };

    test.each([
      ["is not of apt", () => `name: "${join(home, "compiler")} 1 or newer", install: ""`],
      ["comes before that of apt", () => `name: "${join(home, "compiler")}", aptPackages: ["base-files"]`],
      [
        "its name does not begin with",
        () =>
          `name: "Compiler", version: async () => (await command("${join(home, "compiler")}", [])).output`,
      ],
    ])("another version of a program that %s, runs again", async (_, tool) => {
      compiler("1.0");
      await run(using(tool()));
      expect(runs()).toEqual(["one.txt"]);
      await run(using(tool()));
      expect(runs()).toEqual([]);
      compiler("1.1");
      await run(using(tool()));
      expect(runs()).toEqual(["one.txt"]);
    });

    test("a program that was missing, runs again", async () => {
      const tool = 'name: "sh", install: "write one"';
      await run(using(`${tool}, isThere: async () => false`));
      runs();
      await run(using(tool));
      expect(runs()).toEqual(["one.txt"]);
    });
  });
});

describe("a result is not kept", { timeout: 300_000 }, () => {
  test("of what failed, in the first or in both runs", async () => {
    put("failing.mjs", failing);
    const fails = (times: number) =>
      part(
        ["one.txt", "two.txt"],
        `if (unit === "one.txt") {
          outcome.passed -= 1;
          const green = { ...outcome, failures: [], passed: 1 };
          const again = async () => (${times} > 1 ? { ...green, failures: [{ name: "x", output: "" }] } : green);
          outcome.failures.push({ name: "planted", output: "", unit, again });
        }`,
      );
    expect((await run(fails(1))).closing).toBe("4 passed, 0 failed");
    runs();
    expect((await run(fails(2))).closing).toBe("3 passed, 1 failed");
    expect(runs()).toEqual(["one.txt"]);
    await run();
    expect(runs()).toEqual(["one.txt"]);
  });

  test("of any unit if a failure belongs to none", async () => {
    const broken = part(["one.txt"], `outcome.failures.push({ name: "planted", output: "" });`);
    expect((await run(broken)).code).toBe(1);
    runs();
    await run(part(["one.txt"]));
    expect(runs()).toEqual(["one.txt"]);
  });

  test.each([
    ["was changed while it ran", `writeFileSync("two.txt", "changed");`],
    [
      "was changed and restored while it ran, as by git stash",
      `writeFileSync("two.txt", "changed"); writeFileSync("two.txt", "2");`,
    ],
    [
      "was set aside and put back while it ran",
      `const { renameSync } = await import("node:fs");
       renameSync("two.txt", "aside.txt"); writeFileSync("two.txt", "changed"); renameSync("aside.txt", "two.txt");`,
    ],
  ])("of what %s", async (_, code) => {
    await run(part(["one.txt", "two.txt"], code));
    runs();
    put("two.txt", "2");
    await run();
    expect(runs()).toEqual(["two.txt"]);
  });
});

test("where results cannot be kept, the tests run and their outcome is printed", {
  timeout: 300_000,
}, async () => {
  put("kept", "a file where the folder should be");
  for (let n = 0; n < 2; n++) {
    const { code, closing, output } = await run();
    expect({ code, closing }).toEqual({ code: 0, closing: "4 passed, 0 failed" });
    expect(output).toContain("\nresults are not kept: EEXIST");
    expect(runs()).toEqual(["one.txt", "two.txt"]);
  }
});
