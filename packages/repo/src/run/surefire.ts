import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Ended } from "./command.ts";
import { asOne, type Outcome } from "./outcome.ts";

/** Runs `mvn test` with further arguments. */
type MavenTest = (args: string[]) => Promise<Ended>;

/**
 * Runs the tests of a Maven project and reads their verdicts from the reports of surefire. A failed test is run again
 * with the others of its class. Without a report, or with a failure beside the tests, the run fails.
 *
 * @param name begins the names of the tests
 * @param project the folder of the project
 */
export async function surefire(name: string, project: string, mavenTest: MavenTest): Promise<Outcome> {
  const reports = join(project, "target", "surefire-reports");
  rmSync(reports, { recursive: true, force: true });
  const { code, output } = await mavenTest([]);
  const files = existsSync(reports) ? readdirSync(reports).filter((file) => /^TEST-.*\.xml$/.test(file)) : [];
  const outcome: Outcome = { passed: 0, failures: [], notRun: [], output };
  for (const file of files) {
    const report = readFileSync(join(reports, file), "utf8");
    for (const [, attributes = "", , inner = ""] of report.matchAll(
      /<testcase ([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g,
    )) {
      const [test, suite] = ["name", "classname"].map((key) => attribute(attributes, key));
      const full = `${name} ${suite} ${test}`;
      if (/<skipped\b/.test(inner)) outcome.notRun.push(full);
      else if (/<(failure|error)\b/.test(inner))
        outcome.failures.push({
          name: full,
          output: unescaped(inner),
          again: async () => asOne(full, await surefire(name, project, () => mavenTest([`-Dtest=${suite}`]))),
        });
      else outcome.passed += 1;
    }
  }
  if (outcome.passed + outcome.failures.length + outcome.notRun.length === 0)
    outcome.failures.push({ name: `${name}: no test ended`, output });
  else if (code !== 0 && outcome.failures.length === 0)
    outcome.failures.push({ name: `${name}: mvn exited with code ${code}`, output });
  return outcome;
}

const attribute = (attributes: string, key: string): string =>
  unescaped(new RegExp(`(?:^| )${key}="([^"]*)"`).exec(attributes)?.[1] ?? "");

const unescaped = (text: string): string =>
  text
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#10;", "\n")
    .replaceAll("&amp;", "&");
