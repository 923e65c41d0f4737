import type { Delivered } from "../model.ts";
import { fingerprint } from "../run/ledger.ts";
import { grouped, isShort, whoOf } from "./tally.ts";
import { stderrOf } from "./terminal.ts";

/**
 * Returns JUnit XML with one suite per testee. A known failure counts as passed, with its text; nothing counts as
 * skipped.
 */
export function junitReport(delivered: Delivered[]): string {
  const suites = [...grouped(delivered, ({ testee }) => testee)].map(([name, group]) => suiteOf(name, group));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}

const broke = new Set(["error", "crash", "timeout", "not-run"]);

function suiteOf(name: string, group: Delivered[]): string {
  const errors = group.filter(({ verdict }) => broke.has(verdict)).length;
  const failures = group.filter(isShort).length - errors;
  const time = group.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);
  const counts = `tests="${group.length}" failures="${failures}" errors="${errors}" time="${time}"`;
  return `<testsuite name=${attribute(name)} ${counts}>\n${group.map(testOf).join("\n")}\n</testsuite>`;
}

function testOf(one: Delivered): string {
  const head = `<testcase classname=${attribute(`${whoOf(one)}.${one.area}`)} name=${attribute(one.case)} time="${one.seconds.toFixed(3)}"`;
  const text = [...stderrOf(one).map((line) => `stderr: ${line}`), ...one.failures.map(fingerprint)].join(
    "\n",
  );
  if (one.verdict === "pass") return `${head}/>`;
  if (one.verdict === "known-fail")
    return `${head}><system-out>known failure: ${escaped(text)}</system-out></testcase>`;
  const element = broke.has(one.verdict) ? "error" : "failure";
  return `${head}><${element} type="${one.verdict}">${escaped(text)}</${element}></testcase>`;
}

const attribute = (text: string): string => `"${escaped(text)}"`;

function escaped(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  // XML 1.0 cannot represent most control characters.
  const plain = text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, "\ufffd");
  return plain.replace(/[&<>"]/g, (char) => entities[char]!);
}
