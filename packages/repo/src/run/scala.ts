import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { type Ended, run } from "./command.ts";
import { examplesWith } from "./examples.ts";
import { locked } from "./locked.ts";
import { checked, type Outcome, sum } from "./outcome.ts";
import { surefire } from "./surefire.ts";
import type { Toolchain } from "./toolchains.ts";

/** Builds the Scala SDK; it brings the compiler itself. */
export const jdk: Toolchain = {
  name: "JDK 17 with Maven",
  aptPackages: ["default-jdk-headless", "maven"],
  isThere: async () =>
    (await run("javac", ["-version"], { quiet: true })).code === 0 &&
    (await run("mvn", ["-version"], { quiet: true })).code === 0,
  // Maven's and Java's.
  version: async () => (await run("mvn", ["-version"], { quiet: true })).output,
};

const sdk = "sdks/scala";

/** Checks the Scala projects, and runs the tests of the SDK. The compiler's warnings are errors in each project. */
export async function scalaPart(): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const project of [
    sdk,
    "conformance/testees/scala",
    "packages/repo/bench/scala",
    ...examplesWith("pom.xml"),
  ]) {
    const { code, output } = await maven(project, ["org.antipathy:mvn-scalafmt_2.13:format"]);
    outcomes.push(checked(`scalafmt ${project}`, code === 0, output));
  }
  outcomes.push(await surefire("scala", join(root, sdk), (args) => maven(sdk, ["test", ...args])));
  outcomes.push(await documentation());
  return sum(outcomes);
}

/** Builds the pages of the public names. scaladoc has no option that makes its warnings errors. */
async function documentation(): Promise<Outcome> {
  mkdirSync(join(root, sdk, "target", "api"), { recursive: true });
  removeStaleTasty(join(root, sdk, "target", "classes"));
  const goals = ["dependency:build-classpath", "-Dmdep.outputProperty=api.classpath", "exec:java"];
  const { code, output } = await maven(sdk, goals);
  const silent = code === 0 && !/\b(warnings?|errors?) found\b|\[warn|Warning:/i.test(output);
  return checked(`scaladoc ${sdk}`, silent, output);
}

/** Of a file that was moved, the compiler removes the classes but not the `.tasty`, which scaladoc would read. */
function removeStaleTasty(classes: string): void {
  for (const name of readdirSync(classes, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".tasty") && !existsSync(join(classes, name.replace(/tasty$/, "class"))))
      rmSync(join(classes, name));
  }
}

/** Runs Maven with both streams in one pipe, so that their lines stay in order. */
const maven = (project: string, args: string[]): Promise<Ended> =>
  run(...locked("scala", "sh", "-c", 'exec mvn -B -q -ntp "$@" 2>&1', "mvn", ...args), {
    cwd: join(root, project),
  });
