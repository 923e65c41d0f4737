import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { maven } from "../src/drive/maven.ts";
import { root } from "../src/root.ts";
import { whyNotBuilt } from "../src/run/languages.ts";
import { surefire } from "../src/run/surefire.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "scala-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const put = (name: string, text: string) => {
  const file = join(home, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
};

describe("the reports of surefire", () => {
  /** Reads the outcome of a run that writes this report. */
  const outcomeOf = (report: string | undefined, code: number) =>
    surefire("planted", home, async () => {
      if (report !== undefined) put("target/surefire-reports/TEST-a.ASuite.xml", report);
      return { code, output: "the output" };
    });
  const suite = (...cases: string[]) => `<testsuite name="a.ASuite">${cases.join("")}</testsuite>`;
  const stands = '<testcase name="stands &amp; falls" classname="a.ASuite" time="0.1"/>';
  const waits = '<testcase name="waits" classname="a.ASuite"><skipped/></testcase>';
  const fails =
    '<testcase name="fails" classname="a.ASuite"><failure message="x"><![CDATA[1 is not 2]]></failure></testcase>';

  test("are counted test by test", async () => {
    const { passed, failures, notRun } = await outcomeOf(suite(stands, waits, fails), 1);
    expect({ passed, notRun }).toEqual({ passed: 1, notRun: ["planted a.ASuite waits"] });
    expect(failures.map(({ name }) => name)).toEqual(["planted a.ASuite fails"]);
    expect(failures[0]!.output).toContain("1 is not 2");
  });

  test("fail where there is none, and where only Maven failed", async () => {
    expect((await outcomeOf(undefined, 0)).failures.map(({ name }) => name)).toEqual([
      "planted: no test ended",
    ]);
    expect((await outcomeOf(suite(stands), 1)).failures.map(({ name }) => name)).toEqual([
      "planted: mvn exited with code 1",
    ]);
  });
});

test("a project outside of the clone builds a bot with the packed SDK and runs it", {
  timeout: 300_000,
}, async ({ skip }) => {
  const lacking = await whyNotBuilt("scala");
  skip(lacking !== undefined, lacking);
  const page = readFileSync(join(root, "sdks/scala/README.md"), "utf8");
  const [dependency] = /<dependency>[\s\S]*?<\/dependency>/.exec(page)!;
  const [, bot] = /```scala\n([\s\S]*?)```/.exec(page)!;
  put("src/main/scala/Main.scala", `package bot\n\n${bot}`);
  const template = readFileSync(join(root, "packages/cli/templates/scala3-scheduled/pom.xml"), "utf8");
  // As in the template, but with the packed SDK in place of its sources and their dependencies.
  put(
    "pom.xml",
    template
      .replaceAll("__NAME__", "consumer")
      .replace(/<dependencies>[\s\S]*?<\/dependencies>/, `<dependencies>${dependency}</dependencies>`)
      .replace(/<plugin>\s*<groupId>org\.codehaus\.mojo[\s\S]*?<\/plugin>/, "")
      .replace(
        "<build>",
        `<repositories><repository><id>packed</id><url>file://${home}/repository</url></repository></repositories><build>`,
      ),
  );
  const target = `-DaltDeploymentRepository=packed::default::file://${home}/repository`;
  await maven(join(root, "sdks/scala"), "deploy", "-Dmaven.test.skip=true", target);
  // The local repository would keep the package of an earlier run.
  await maven(home, "dependency:purge-local-repository", "-DmanualInclude=io.botyard:botyard_3");
  await maven(home, "package");
  execFileSync("java", ["-jar", join(home, "target/consumer.jar")], {
    cwd: home,
    env: { PATH: process.env.PATH, BOT_ID: "b1", BOT_CONFIG: "{}" },
  });
  expect(JSON.parse(readFileSync(join(home, "result.json"), "utf8"))).toEqual({
    status: "success",
    message: "read one price",
  });
});
