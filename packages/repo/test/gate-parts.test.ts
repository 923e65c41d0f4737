import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gate, home, inAFolder, put, vitestPart } from "./gate/planted.ts";

inAFolder();

describe("parts that run beside the others", { timeout: 300_000 }, () => {
  /** A part that runs this script with sh, and passes if it exits with 0. */
  const part = (name: string, script: string, more = "") =>
    `{ name: "${name}", needs: [], ${more} run: async () => {
      const { code, output } = await command("sh", ["-c", ${JSON.stringify(script)}], { cwd: at.cwd });
      const again = async () => command("sh", ["-c", "ls ended"], { cwd: at.cwd }).then(({ code, output }) =>
        checked("${name}", code === 0, output));
      return checked("${name}", code === 0, output, again);
    } }`;
  const waitFor = (file: string) => `until [ -e ${file} ]; do sleep 0.05; done`;

  test("run at the same time, with their output in one piece and a lower priority", async () => {
    const { code, output, closing } = await gate(
      [
        part("main", `${waitFor("begun")}; echo main says; touch seen; ${waitFor("done")}`),
        part(
          "aside",
          `echo first; touch begun; ${waitFor("seen")}; cut -d' ' -f19 /proc/self/stat >priority; echo last; touch done`,
          "beside: true,",
        ),
      ].join(", "),
    );
    expect({ code, closing }, output).toEqual({ code: 0, closing: "2 passed, 0 failed" });
    expect(output).toMatch(/\n== aside, run beside the others\nfirst\nlast\n/);
    expect(output.match(/first/g)).toHaveLength(1);
    expect(Number(readFileSync(join(home, "priority"), "utf8"))).toBeGreaterThan(0);
  });

  test("have their failed tests run again only when all parts have ended", async () => {
    const { code, output, above, closing } = await gate(
      [part("main", "sleep 0.5; touch ended"), part("aside", "exit 1", "beside: true,")].join(", "),
    );
    expect({ code, above, closing }, output).toEqual({
      code: 0,
      above: "1 flaky, 0 not run",
      closing: "2 passed, 0 failed",
    });
  });

  test("run like any other if they are the only ones", async () => {
    const { code, output, closing } = await gate(part("aside", "echo first", "beside: true,"));
    expect({ code, closing }).toEqual({ code: 0, closing: "1 passed, 0 failed" });
    expect(output).toMatch(/\n== aside\nfirst\n/);
  });
});

describe("a test that this machine cannot run", { timeout: 300_000 }, () => {
  const lacking = `{ name: "unicorn", aptPackages: ["unicorn"], isThere: async () => false }`;
  const green = `async () => ({ passed: 1, failures: [], notRun: ["a test: there is no unicorn"], output: "" })`;

  test("is listed with the missing program, and does not fail the gate", async () => {
    const { code, output, above, closing } = await gate(
      `{ name: "planted", needs: [], wants: [${lacking}], run: ${green} }`,
    );
    expect({ code, above, closing }).toEqual({
      code: 0,
      above: "0 flaky, 1 not run",
      closing: "1 passed, 0 failed",
    });
    expect(output).toContain("not run on this machine:\n  a test: there is no unicorn\n");
  });

  test("is listed with the reason if it skips itself", async () => {
    put(
      "a.test.mjs",
      `import { test } from "vitest"; test("one", () => {}); test("two", ({ skip }) => skip("no moon"));`,
    );
    const { code, output, closing } = await gate(vitestPart);
    expect({ code, closing }).toEqual({ code: 0, closing: "1 passed, 0 failed" });
    expect(output).toContain("planted a.test.mjs > two: no moon");
  });

  test("fails the part in unattended runs only, if the part needs the program", async () => {
    const part = `{ name: "planted", needs: [${lacking}], run: ${green} }`;
    const unattended = await gate(part);
    expect(unattended).toMatchObject({ code: 1, closing: "0 passed, 1 failed" });
    expect(unattended.output).toContain("unicorn is missing; install it with: apt-get install -y unicorn");
    expect(await gate(part, "unattended: false")).toMatchObject({ code: 0, closing: "0 passed, 0 failed" });
  });

  test("does not fail the gate if its part needs a program that the gate cannot install", async () => {
    const optional = `{ name: "unicorn", install: "catch one", isThere: async () => false }`;
    const { code, output, above, closing } = await gate(
      `{ name: "horned", needs: [${optional}], run: ${green} }, { name: "other", needs: [], run: ${green} }`,
    );
    expect({ code, above, closing }).toEqual({
      code: 0,
      above: "0 flaky, 2 not run",
      closing: "1 passed, 0 failed",
    });
    expect(output).toContain("not run on this machine:\n  horned: unicorn is missing; catch one\n");
    expect(output).toContain("\n  horned: not run\n");
  });

  test("fails a part in which no test ran", async () => {
    const { code, closing } = await gate(
      `{ name: "planted", needs: [], run: async () => ({ passed: 0, failures: [], notRun: [], output: "" }) }`,
    );
    expect({ code, closing }).toEqual({ code: 1, closing: "0 passed, 1 failed" });
  });

  test("does not hide a part that throws: it is run again, and fails with its error", async () => {
    const { code, output, closing } = await gate(
      `{ name: "planted", needs: [], run: async () => { throw new Error("no network"); } }`,
    );
    expect({ code, closing }).toEqual({ code: 1, closing: "0 passed, 1 failed" });
    expect(output).toMatch(
      /FAILED planted\n {2}first run:[\s\S]*no network[\s\S]*second run, alone:[\s\S]*no network/,
    );
  });
});
