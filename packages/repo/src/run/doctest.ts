import type { Ended } from "./command.ts";
import type { Outcome } from "./outcome.ts";

/** Runs a program of doctest with further arguments. */
type Program = (args: string[]) => Promise<Ended>;

/**
 * Runs all tests of a doctest program and reads their verdicts from its report. Each failed test can be run again by
 * its name. A program that ends before its last test has a verdict fails.
 *
 * @param name begins the names of the tests
 */
export async function doctest(name: string, program: Program, filter: string[] = []): Promise<Outcome> {
  const { code, output } = await program(["--reporters=xml", ...filter]);
  const outcome: Outcome = { passed: 0, failures: [], notRun: [], output };
  const rerun = (test: string) => () => doctest(name, program, [`--test-case=${pattern(test)}`]);
  let begun = 0;
  for (const [whole, attributes = ""] of output.matchAll(
    /<TestCase (?=name=)([^>]*[^/])>[\s\S]*?<\/TestCase>/g,
  )) {
    const test = unescaped(/name="([^"]*)"/.exec(attributes)?.[1] ?? "");
    begun += 1;
    if (whole.includes('test_case_success="true"')) outcome.passed += 1;
    else outcome.failures.push({ name: `${name} ${test}`, output: unescaped(whole), again: rerun(test) });
  }
  // The end of the report counts the tests; it is missing if the program ended early.
  const [, successes, failures] =
    /<OverallResultsTestCases successes="(\d+)" failures="(\d+)"/.exec(output) ?? [];
  const owed = successes === undefined ? undefined : Number(successes) + Number(failures);
  if (owed !== begun || begun === 0)
    outcome.failures.push({
      name: `${name}: ${begun} of ${owed ?? "an unknown number of"} tests ended`,
      output,
    });
  else if (code !== 0 && outcome.failures.length === 0)
    outcome.failures.push({ name: `${name}: the tests exited with code ${code}`, output });
  return outcome;
}

/** Doctest separates patterns by commas. */
const pattern = (test: string): string => test.replaceAll(",", "?");

const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const unescaped = (xml: string): string =>
  xml.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => characters[name] ?? "");
