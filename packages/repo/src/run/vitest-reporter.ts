import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import type { UnitOutcome } from "./outcome.ts";

/** Content of the file that `BOTYARD_VITEST_REPORT` names. */
export interface VitestReport {
  passed: number;
  failures: VitestFailure[];
  notRun: string[];
  /** What passed and what did not run, by project and file. */
  units: Record<string, UnitOutcome>;
  /** Duration of each file, in seconds. */
  seconds: Record<string, number>;
}

export interface VitestFailure {
  name: string;
  output: string;
  /** Project and file for a second run, and both as one name; missing if the failure belongs to no file. */
  project?: string;
  file?: string;
  unit?: string;
  /** Name of the test as `-t` matches it; missing if the whole file failed. */
  test?: string;
}

interface Thrown {
  message: string;
  stack?: string;
  diff?: string;
  cause?: Thrown;
  VITEST_TEST_PATH?: string;
}

// Removed, because test processes inherit the environment and some run vitest themselves.
const target = process.env.BOTYARD_VITEST_REPORT;
delete process.env.BOTYARD_VITEST_REPORT;

/** Prints a line for each file and writes the report for the gate. */
export default class GateReporter implements Reporter {
  readonly #printed = new Map<string, string>();

  onUserConsoleLog({ taskId, content }: { taskId?: string; content: string }): void {
    process.stdout.write(content);
    if (taskId !== undefined) this.#printed.set(taskId, (this.#printed.get(taskId) ?? "") + content);
  }

  onTestModuleEnd(module: TestModule): void {
    const seconds = (module.diagnostic().duration / 1000).toFixed(1);
    const mark = module.ok() ? "ok    " : "FAILED";
    console.log(`${mark} ${placeOf(module)} (${seconds} s)`);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const report: VitestReport = { passed: 0, failures: [], notRun: [], units: {}, seconds: {} };
    for (const module of modules) {
      report.seconds[placeOf(module)] = module.diagnostic().duration / 1000;
      const unit: UnitOutcome = { passed: 0, notRun: [] };
      this.#add(module, report, unit);
      report.units[placeOf(module)] = unit;
      report.passed += unit.passed;
      report.notRun.push(...unit.notRun);
    }
    for (const error of unhandled as Thrown[]) {
      const module = modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH);
      const output = shown(error);
      if (module)
        report.failures.push({ ...wholeOf(module), name: `${placeOf(module)}: unhandled error`, output });
      else report.failures.push({ name: "unhandled error outside of tests", output });
    }
    for (const { name, output } of report.failures) console.log(`\nFAILED ${name}\n${output}`);
    if (target !== undefined) writeFileSync(target, JSON.stringify(report));
  }

  #add(module: TestModule, report: VitestReport, unit: UnitOutcome): void {
    const broken = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
    const tests = [...module.children.allTests()];
    if (broken.length > 0) {
      // A hook or the file itself failed: the file is run again as a whole.
      const own = tests
        .filter((test) => test.result().state === "failed")
        .map((test) => this.#outputOf(test));
      const output = [...broken.map((error) => shown(error as Thrown)), ...own].join("\n");
      report.failures.push({ ...wholeOf(module), name: placeOf(module), output });
      return;
    }
    for (const test of tests) {
      const result = test.result();
      const name = `${placeOf(module)} > ${titlesOf(test).join(" > ")}`;
      if (result.state === "passed") unit.passed += 1;
      else if (result.state === "skipped" && test.options.mode !== "todo")
        unit.notRun.push(result.note === undefined ? name : `${name}: ${result.note}`);
      else {
        const fullName = titlesOf(test).join(" ");
        report.failures.push({ ...wholeOf(module), test: fullName, name, output: this.#outputOf(test) });
      }
    }
  }

  #outputOf(test: TestCase): string {
    const result = test.result();
    const errors = (result.errors ?? []).map((error) => shown(error as Thrown));
    const printed = this.#printed.get(test.id);
    return [...errors, ...(printed === undefined ? [] : [`output:\n${printed}`])].join("\n");
  }
}

const placeOf = (module: TestModule): string =>
  `${module.project.name} ${relative(module.project.config.root, module.moduleId)}`.trim();

const wholeOf = (module: TestModule) => ({
  project: module.project.name,
  file: module.moduleId,
  unit: placeOf(module),
});

function titlesOf(test: TestCase): string[] {
  const titles = [test.name];
  for (let at: TestSuite | TestModule = test.parent; at.type === "suite"; at = at.parent)
    titles.unshift(at.name);
  return titles;
}

function shown({ message, stack, diff, cause }: Thrown): string {
  const frames = (stack ?? "")
    .split("\n")
    .filter((line) => /^ +at /.test(line) && !line.includes("node_modules"));
  const head = stack?.split("\n    at ")[0];
  const lines = [head?.includes(message) ? head : message, ...frames];
  if (diff !== undefined) lines.push(diff);
  if (cause !== undefined) lines.push(`caused by: ${shown(cause)}`);
  return lines.join("\n");
}
