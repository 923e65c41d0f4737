import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bin, hidden, root } from "../root.ts";
import { run } from "./command.ts";
import { brokenSdks, conformanceSuite, fuzzSmoke } from "./conformance.ts";
import { type Counts, countJunit, countVitest } from "./counts.ts";
import { pythonTools } from "./python-tools.ts";
import { bubblewrap, python, type Toolchain } from "./toolchains.ts";

/** One runner of `npm test`. */
export interface Part {
  name: string;
  /** What `--only` also understands. */
  also?: string[];
  needs: Toolchain[];
  run(): Promise<Counts>;
}

const asCount = (ok: boolean): Counts => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

function reportFile(name: string): string {
  const folder = join(hidden, "reports");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name.replaceAll("/", "-"));
  rmSync(file, { force: true });
  return file;
}

async function vitest(projects: string[]): Promise<Counts> {
  const report = reportFile(`${projects[0]}.json`);
  const chosen = projects.flatMap((project) => ["--project", project]);
  await run(bin("vitest"), [
    "run",
    ...chosen,
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  return existsSync(report) ? countVitest(report) : asCount(false);
}

async function pytest(tools: string, name: string, folder: string): Promise<Counts> {
  const report = reportFile(`${name}.xml`);
  await run(join(tools, "python"), ["-m", "pytest", "-q", "-p", "no:cacheprovider", `--junitxml=${report}`], {
    cwd: join(root, folder),
    env: { PYTHONPATH: join(root, "sdks", "python", "src"), PYTHONDONTWRITEBYTECODE: "1" },
  });
  return existsSync(report) ? countJunit(report) : asCount(false);
}

const sum = (all: Counts[]): Counts => ({
  passed: all.reduce((total, one) => total + one.passed, 0),
  failed: all.reduce((total, one) => total + one.failed, 0),
  notRun: all.reduce((total, one) => total + (one.notRun ?? 0), 0),
});

const typescript = [
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`),
  "sdks/node",
  "conformance",
];

export const parts: Part[] = [
  {
    name: "check",
    needs: [],
    run: async () => asCount((await run(process.execPath, ["packages/repo/src/check.ts"])).code === 0),
  },
  {
    name: "python",
    needs: [python],
    async run() {
      const tools = await pythonTools();
      const cwd = join(root, "sdks", "python");
      const ruff = await run(join(tools, "ruff"), ["check", "."], { cwd });
      const format = await run(join(tools, "ruff"), ["format", "--check", "."], { cwd });
      const mypy = await run(join(tools, "mypy"), ["--strict", "src"], { cwd });
      const adapter = { cwd: join(root, "conformance", "testees", "python") };
      const adapterRuff = await run(join(tools, "ruff"), ["check", "."], adapter);
      return sum([
        ...[ruff, format, mypy, adapterRuff].map(({ code }) => asCount(code === 0)),
        await pytest(tools, "python", "sdks/python"),
        await pytest(tools, "examples-python", "examples"),
      ]);
    },
  },
  {
    name: "typescript",
    also: ["node", "packages"],
    needs: [python, bubblewrap],
    run: () => vitest(typescript),
  },
  {
    name: "conformance",
    needs: [python],
    run: () => conformanceSuite(reportFile("conformance-suite.json")),
  },
  { name: "broken-sdks", also: ["conformance"], needs: [python], run: brokenSdks },
  { name: "fuzz", also: ["conformance"], needs: [python], run: fuzzSmoke },
  { name: "examples", needs: [python], run: () => vitest(["examples"]) },
  { name: "e2e", needs: [python, bubblewrap], run: () => vitest(["e2e"]) },
];
