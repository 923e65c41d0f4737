import { existsSync, readFileSync, rmSync } from "node:fs";
import type { Ended } from "./command.ts";
import { asOne, failedAs, type Outcome } from "./outcome.ts";

/** Runs `dotnet test` with further arguments. */
type DotnetTest = (args: string[]) => Promise<Ended>;

/**
 * Runs all tests of a .NET solution and reads their verdicts from the report that it writes, in the format of Visual
 * Studio (trx). A failed test can be run again by its name, without the values of its row.
 *
 * @param name begins the names of the tests
 * @param report absolute path of the report's file
 */
export async function trx(name: string, report: string, dotnetTest: DotnetTest): Promise<Outcome> {
  const all = async (filter: string[]): Promise<Outcome> => {
    rmSync(report, { force: true });
    const { code, output } = await dotnetTest(["--logger", `trx;LogFileName=${report}`, ...filter]);
    const again = async () => asOne(name, await all(filter));
    if (!existsSync(report)) return failedAs({ name: `${name}: dotnet test wrote no report`, output, again });
    const outcome = readVerdicts(
      name,
      readFileSync(report, "utf8"),
      output,
      (test) => () => all(["--filter", `FullyQualifiedName=${test.replace(/\(.*/s, "")}`]),
    );
    if (code !== 0 && outcome.failures.length === 0)
      outcome.failures.push({ name: `${name}: dotnet test exited with code ${code}`, output, again });
    return outcome;
  };
  return all([]);
}

function readVerdicts(
  name: string,
  report: string,
  output: string,
  again: (test: string) => () => Promise<Outcome>,
): Outcome {
  const outcome: Outcome = { passed: 0, failures: [], notRun: [], output };
  const results = report.matchAll(/<UnitTestResult ([^>]*?)(?:\/>|>(.*?)<\/UnitTestResult>)/gs);
  for (const [, attributes = "", content = ""] of results) {
    const test = unescaped(/\btestName="([^"]*)"/.exec(attributes)![1]!);
    const verdict = /\boutcome="([^"]*)"/.exec(attributes)?.[1];
    const full = `${name} ${test}`;
    const text = [...content.matchAll(/<(?:StdOut|Message|StackTrace)>(.*?)<\//gs)]
      .map(([, part]) => unescaped(part!))
      .join("\n");
    if (verdict === "Passed") outcome.passed += 1;
    else if (verdict === "NotExecuted") outcome.notRun.push(text === "" ? full : `${full}: ${text}`);
    else outcome.failures.push({ name: full, output: text, again: again(test) });
  }
  const owed = Number(/<Counters total="(\d+)"/.exec(report)?.[1]);
  const ended = outcome.passed + outcome.failures.length + outcome.notRun.length;
  if (ended === 0 || ended !== owed)
    outcome.failures.push({ name: `${name}: ${ended} of ${owed} tests ended`, output });
  return outcome;
}

function unescaped(xml: string): string {
  const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return xml.replace(/&(?:#x([0-9A-Fa-f]+)|#(\d+)|(\w+));/g, (whole, hex, decimal, word) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return characters[word] ?? whole;
  });
}
