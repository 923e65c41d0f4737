import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildDashboard } from "../build/dashboard.ts";
import { root } from "../root.ts";
import { shortBench } from "./bench.ts";
import { ccache } from "./build-environment.ts";
import { run } from "./command.ts";
import {
  brokenSdks,
  conformanceSuite,
  conformanceUnits,
  fuzz,
  fuzzUnits,
  shuffledConformance,
} from "./conformance.ts";
import type { Part } from "./gate.ts";
import { haskellClients } from "./haskell.ts";
import { inputsOfLanguage, languages } from "./languages.ts";
import { onPostgres } from "./on-postgres.ts";
import { checked, type Outcome, sum } from "./outcome.ts";
import { brokenPlatforms, onServer, platformSuite } from "./platform.ts";
import { pytest } from "./pytest.ts";
import { pythonTools } from "./python-tools.ts";
import {
  bubblewrap,
  chromium,
  type Missing,
  perl,
  postgres,
  promtool,
  proxies,
  python,
  shells,
  strace,
  userModeLinux,
  utilLinux,
} from "./toolchains.ts";
import { vitest } from "./vitest.ts";
import { vitestUnits } from "./vitest-units.ts";
import { wasm } from "./wasm.ts";

const packages = [
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`),
  // Files that replace modules do not share them with others.
  "packages/server mocked",
  "sdks/node",
  "sdks/rust/bindings",
  "conformance",
];
const compilers = languages.map(({ toolchain }) => toolchain);
const byHand = [haskellClients, userModeLinux, wasm];
const servers = [...proxies, promtool, postgres];
const system = [
  ...[bubblewrap, chromium, ...shells, perl, strace, utilLinux, ...servers],
  ...[...compilers, ccache, ...byHand],
];
/** Seeds of the orders in which the thorough tier repeats all tests. */
const seeds = [2, 3, 4];

// Tests often wait, so more files run at once than there are processors.
const workers = ["--maxWorkers", "4"];

/** A part whose tests vitest runs. */
interface VitestPart extends Part {
  /** Projects of `vitest.config.ts`. */
  projects: string[];
}

/** What the parts of a run are made for. */
export interface RunOptions {
  thorough: boolean;
  /** The folder for reports. */
  reports: string;
  /** The files of the repository. */
  paths: readonly string[];
}

/** A part that runs by itself, because it needs programs that others do not. */
const apart = ({ projects, ...part }: VitestPart): Part => part;

/** A part with one result. */
const asUnit = (name: string, inputs: string[]) => ({ name, units: [{ name, inputs }] });

/**
 * Returns the parts of the gate in order, with what each of their results depends on. `docs/how-to/run-the-tests.md`
 * describes the tiers.
 */
export function partsOf(options: RunOptions): Part[] {
  const { thorough, reports } = options;
  const suite = [
    "conformance",
    "!conformance/test",
    "packages/repo/src/run",
    "packages/repo/src/root.ts",
    "package.json",
    "pnpm-lock.yaml",
  ];
  const platforms = [
    ...["packages", "!packages/repo", "!packages/dashboard", "!*.test.ts", ...suite],
    // Their cases name headings of these pages.
    ...["packages/repo/src/drive", "docs/reference"],
  ];
  const tests = (part: Omit<VitestPart, "run">) => vitestPart(options, part);
  return [
    {
      name: "check",
      needs: [],
      run: () => program("check", process.execPath, ["packages/repo/src/check.ts"]),
    },
    {
      ...asUnit("python", inputsOfLanguage("python")),
      needs: [python],
      beside: true,
      run: () => pythonPart(reports),
    },
    ...languages.map(({ name, toolchain, wants = [], run }) => ({
      ...asUnit(name, inputsOfLanguage(name)),
      needs: [toolchain],
      wants,
      beside: true,
      run,
    })),
    tests({
      name: "typescript",
      also: ["node", "packages"],
      needs: [python],
      wants: system,
      projects: packages,
    }),
    tests({ name: "examples", needs: [python], wants: compilers, projects: ["examples"] }),
    tests({ name: "e2e", needs: [python], wants: system, projects: ["e2e"] }),
    {
      name: "conformance",
      units: conformanceUnits(),
      needs: [python],
      wants: [strace, ...compilers, ccache],
      run: (missing, stale) => conformanceSuite({ reports, missing, mutations: thorough, stale }),
    },
    {
      ...asUnit("broken-sdks", [
        ...suite,
        "packages/core",
        ...["node", "python"].map((name) => `sdks/${name}`),
      ]),
      also: ["conformance"],
      needs: [python],
      wants: [strace],
      run: () => brokenSdks(reports, thorough ? [] : ["--quick"]),
    },
    {
      ...asUnit("platform", platforms),
      also: ["conformance"],
      needs: [python],
      wants: [bubblewrap],
      run: () => platformSuite({ name: "platform", reports, testees: ["server", "mock"], slow: thorough }),
    },
    {
      name: "broken-platforms",
      thorough: true,
      also: ["conformance"],
      needs: [python],
      wants: [bubblewrap],
      run: () => brokenPlatforms({ name: "broken-platforms", reports, testee: "server" }),
    },
    apart(
      tests({
        name: "postgres",
        needs: [python, postgres],
        wants: system,
        projects: onPostgres.map(({ name }) => name),
      }),
    ),
    {
      ...asUnit("postgres-platform", platforms),
      also: ["postgres", "conformance"],
      needs: [python, postgres],
      wants: [bubblewrap],
      run: () => platformSuite({ name: "postgres-platform", reports, testees: [onServer], slow: thorough }),
    },
    {
      name: "postgres-broken-platforms",
      thorough: true,
      also: ["postgres", "conformance"],
      needs: [python, postgres],
      wants: [bubblewrap],
      run: () => brokenPlatforms({ name: "postgres-broken-platforms", reports, testee: onServer }),
    },
    {
      name: "fuzz",
      units: fuzzUnits(),
      also: ["conformance"],
      needs: [python],
      wants: [...compilers, ccache],
      run: (missing, stale) =>
        thorough ? fuzz(missing, 100_000, seedOfToday()) : fuzz(missing, 6_000, 1, stale),
    },
    {
      name: "bench",
      thorough: true,
      needs: [python],
      wants: [bubblewrap, ...compilers, ccache],
      run: () => shortBench(reports),
    },
    {
      name: "shuffled",
      thorough: true,
      needs: [python],
      wants: system,
      run: (missing) => shuffled(reports, missing),
    },
  ];
}

/**
 * Joins the parts whose tests vitest runs into one, at the place of the first. Tests of the one often wait while those of
 * another use the processors.
 */
export function joinVitest(parts: Part[], options: RunOptions): Part[] {
  const chosen = parts.filter((part): part is VitestPart => "projects" in part);
  const [first] = chosen;
  if (first === undefined) return parts;
  const joined = vitestPart(options, {
    name: chosen.map(({ name }) => name).join(", "),
    needs: [...new Set(chosen.flatMap(({ needs }) => needs))],
    wants: [...new Set(chosen.flatMap(({ wants = [] }) => wants))],
    projects: chosen.flatMap(({ projects }) => projects),
  });
  return parts.flatMap((one) => (!("projects" in one) ? [one] : one === first ? [joined] : []));
}

const withPythonTools = /^packages\/repo test\/(published(-bots)?|gate)\.test/;
const withDashboard = /^(packages\/(cli|dashboard)|e2e|examples) |published(-bots)?\.test/;

function vitestPart({ thorough, reports, paths }: RunOptions, part: Omit<VitestPart, "run">): VitestPart {
  const env = thorough ? { BOTYARD_THOROUGH: "1" } : {};
  const { projects } = part;
  const units = projects.flatMap((project) => vitestUnits(project, paths));
  return {
    ...part,
    units,
    async run(_missing, stale) {
      // What several tests use must not be made twice at once.
      if (stale.some(({ name }) => withPythonTools.test(name))) await pythonTools();
      if (stale.some(({ name }) => withDashboard.test(name))) await buildDashboard();
      const files = stale.map(({ file }) => join(root, file!));
      return vitest({ name: "typescript", reports, projects, files, args: workers, env });
    },
  };
}

async function pythonPart(reports: string): Promise<Outcome> {
  const bin = await pythonTools();
  const cwd = join(root, "sdks", "python");
  const tests = { reports, python: join(bin, "python") };
  return sum([
    await program("ruff check sdks/python", join(bin, "ruff"), ["check", "."], cwd),
    await program("ruff format sdks/python", join(bin, "ruff"), ["format", "--check", "."], cwd),
    await program("mypy sdks/python", join(bin, "mypy"), ["--strict", "src"], cwd),
    await program(
      "ruff check of the adapter",
      join(bin, "ruff"),
      ["check", "."],
      join(root, "conformance/testees/python"),
    ),
    await pytest({ ...tests, name: "python", cwd }),
    await pytest({ ...tests, name: "examples-python", cwd: join(root, "examples") }),
  ]);
}

/** Runs a static check, which is not repeated: its result depends only on the sources. */
async function program(name: string, command: string, args: string[], cwd = root): Promise<Outcome> {
  const { code, output } = await run(command, args, { cwd });
  return checked(name, code === 0, output);
}

/** Runs the tests and the cases of the suite in other orders: none may depend on those that ran before. */
async function shuffled(reports: string, missing: Missing): Promise<Outcome> {
  const outcomes = [await shuffledConformance(reports, missing, seeds)];
  for (const seed of seeds)
    outcomes.push(
      await vitest({
        name: `shuffled-${seed}`,
        reports,
        projects: packages,
        args: [...workers, "--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${seed}`],
      }),
    );
  return sum(outcomes);
}

/** Returns a seed that changes every day; failures are printed with it. */
const seedOfToday = (): number => Math.floor(Date.now() / 86_400_000);
