import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../root.ts";
import { type Ended, run } from "./command.ts";
import type { Counts } from "./counts.ts";
import { findPython } from "./toolchains.ts";

const page = join("docs", "reference", "conformance.md");

/**
 * Every case on every testee, its verdicts counted one by one, the observation mutants of what passed, and whether the
 * page of the matrix says what came of it.
 */
export async function conformanceSuite(report: string): Promise<Counts> {
  const renewed = join(dirname(report), "conformance.md");
  copyFileSync(join(root, page), renewed);
  const { code } = await conformance(["--mutations", "--json", report, "--markdown", renewed]);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { owed, footer, mutations } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const good = footer.pass + footer["known-fail"];
  const bad = owed - good + mutations.holes;
  const isCurrent = readFileSync(renewed, "utf8") === readFileSync(join(root, page), "utf8");
  if (!isCurrent) {
    console.error(`${page} says something else; write it anew: npm run conformance -- --markdown ${page}`);
  }
  const passed = good + mutations.killed + (isCurrent ? 1 : 0);
  // A run can be unsound in ways that belong to no case.
  return { passed, failed: bad + (isCurrent ? 0 : 1) + (bad === 0 && code !== 0 ? 1 : 0) };
}

interface Report {
  owed: number;
  footer: { pass: number; "known-fail": number };
  mutations: { killed: number; holes: number };
}

/** The Node SDKs that are wrong on purpose, each put to the cases that have to notice it. */
export async function brokenSdks(): Promise<Counts> {
  const { code, output } = await conformance(["mutants"], true);
  const [, killed, alive] = /(\d+) killed, (\d+) alive\s*$/.exec(output.trim()) ?? [];
  return counted(code, killed, alive);
}

/** Random scripts against a small model, the same for every testee: a few thousand operations. */
export async function fuzzSmoke(): Promise<Counts> {
  const { code } = await conformance(["fuzz", "--ops", "6000"], true);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function counted(code: number, passed: string | undefined, failed: string | undefined): Counts {
  if (passed === undefined || failed === undefined) return { passed: 0, failed: 1 };
  const count = { passed: Number(passed), failed: Number(failed) };
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

async function conformance(args: string[], told = false): Promise<Ended> {
  const python = await findPython();
  const result = await run(process.execPath, [join(root, "conformance", "src", "main.ts"), ...args], {
    cwd: root,
    quiet: told,
    ...(python === undefined ? {} : { env: { PYTHON: python } }),
  });
  if (told) console.log(result.output);
  return result;
}
