import { existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../root.ts";
import { run } from "./command.ts";
import { asOne, failedAs, type Outcome } from "./outcome.ts";

export interface PytestRun {
  /** Name of the report's file. */
  name: string;
  reports: string;
  /** The interpreter that has pytest. */
  python: string;
  cwd: string;
  /** Ids of the tests to run (default: all). */
  ids?: string[];
}

interface PytestReport {
  passed: number;
  failures: { id: string; output: string }[];
  notRun: string[];
}

/** Runs pytest. Each failed test can be run again by its id, and a file that cannot be loaded as a whole. */
export async function pytest(chosen: PytestRun): Promise<Outcome> {
  const { name, reports, python, cwd, ids = [] } = chosen;
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  const args = [
    "-m",
    "pytest",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "pytest_report",
    `--rootdir=${cwd}`,
    ...(ids.length > 0 ? ["-rA"] : []),
    ...ids,
  ];
  const { code, output } = await run(python, args, {
    cwd,
    env: {
      PYTHONPATH: [join(root, "sdks", "python", "src"), import.meta.dirname].join(delimiter),
      PYTHONDONTWRITEBYTECODE: "1",
      BOTYARD_PYTEST_REPORT: report,
    },
  });
  const again = (ids: string[]) => () => pytest({ ...chosen, name: `${name}-again`, ids });
  if (!existsSync(report))
    return failedAs({ name: `${name}: pytest wrote no report`, output, again: again(ids) });
  const { passed, failures, notRun } = JSON.parse(readFileSync(report, "utf8")) as PytestReport;
  const failed = failures.map(({ id, output }) => ({ name: `${name} ${id}`, output, again: again([id]) }));
  if (code !== 0 && failed.length === 0)
    failed.push({
      name: `${name}: pytest exited with code ${code}`,
      output,
      again: async () => asOne(name, await again(ids)()),
    });
  return { passed, failures: failed, notRun, output };
}
