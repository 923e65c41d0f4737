import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bin, root } from "../root.ts";
import { run } from "./command.ts";
import { asOne, type Failure, failedAs, type Outcome } from "./outcome.ts";
import type { VitestReport } from "./vitest-reporter.ts";

export interface VitestRun {
  /** Name of the report's file. */
  name: string;
  reports: string;
  /** The folder of the configuration. */
  cwd?: string;
  /** Projects to run (default: all of the configuration). */
  projects?: string[];
  /** Paths of the test files to run (default: all of the projects). */
  files?: string[];
  args?: string[];
  env?: Record<string, string>;
}

/** Runs vitest. Each failed test can be run again by its name; if a hook or a file failed, the whole file is. */
export async function vitest(chosen: VitestRun): Promise<Outcome> {
  const { name, reports, cwd = root, projects = [], files = [], args = [], env = {} } = chosen;
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  const reporter = join(import.meta.dirname, "vitest-reporter.ts");
  const command = [
    "run",
    "--reporter",
    reporter,
    ...projects.flatMap((one) => ["--project", one]),
    ...args,
    ...files,
  ];
  const { code, output } = await run(bin("vitest"), command, {
    cwd,
    env: { ...env, BOTYARD_VITEST_REPORT: report, ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }) },
  });
  const again = (changes: Partial<VitestRun>) => () =>
    vitest({ ...chosen, name: `${name}-again`, ...changes });
  if (!existsSync(report))
    return failedAs({ name: `${name}: vitest wrote no report`, output, again: again({}) });
  const { passed, failures, notRun, units } = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
  const failed = failures.map(({ name, output, project, file, unit, test }): Failure => {
    if (file === undefined) return { name, output, again: async () => asOne(name, await again({})()) };
    const title = test === undefined ? [] : ["-t", `^\\s*${escaped(test)}$`];
    const selection = { projects: project ? [project] : [], files: [file], args: [...args, ...title] };
    return { name, output, ...(unit !== undefined && { unit }), again: again(selection) };
  });
  if (code !== 0 && failed.length === 0)
    failed.push({
      name: `${name}: vitest exited with code ${code}`,
      output,
      again: async () => asOne(name, await again({})()),
    });
  return { passed, failures: failed, notRun, units, output };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
