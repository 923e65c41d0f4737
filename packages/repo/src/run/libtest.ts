import type { Ended } from "./command.ts";
import { asOne, type Failure, type Outcome } from "./outcome.ts";

/** Runs `cargo test` with further arguments. Standard error must be in the output, in the order of its lines. */
type CargoTest = (args: string[]) => Promise<Ended>;

/**
 * Runs all tests of a cargo project and reads their verdicts from the output. Each failed test can be run again by its
 * name. A test binary that ends without a verdict for each of its tests fails.
 *
 * @param name begins the names of the tests
 */
export async function libtest(name: string, cargoTest: CargoTest): Promise<Outcome> {
  // With one thread a test's name is printed before the test runs, and output of the test may follow on the same line.
  const threads = ["--test-threads", "4"];
  const { code, output } = await cargoTest(["--", ...threads]);
  const again = (args: string[]) => async () => readVerdicts(name, await cargoTest(args), again);
  const whole = async () => asOne(name, await again(["--", ...threads])());
  const outcome = readVerdicts(name, { code, output }, again);
  return {
    ...outcome,
    failures: outcome.failures.map((failure) => ({ again: whole, ...failure })),
  };
}

function readVerdicts(
  name: string,
  { code, output }: Ended,
  again: (args: string[]) => () => Promise<Outcome>,
): Outcome {
  const outcome: Outcome = { passed: 0, failures: [], notRun: [], output };
  // Each test binary begins with `running 3 tests`, below the line in which cargo names it.
  const binaries = output.split(/^(?=running \d+ tests?$)/m);
  for (const [at, text] of binaries.entries()) {
    if (at === 0) continue;
    const place = placeIn(binaries[at - 1]!);
    const owed = Number(/^running (\d+)/.exec(text)![1]);
    const verdicts = [
      ...text.matchAll(
        /^test (.+?)(?: - (?:should panic|compile|compile fail))? \.\.\. (ok|FAILED|ignored)(?:, (.+))?$/gm,
      ),
    ];
    for (const [, test = "", verdict, reason] of verdicts) {
      const full = `${name} ${place} ${test}`;
      if (verdict === "ok") outcome.passed += 1;
      else if (verdict === "ignored") outcome.notRun.push(reason === undefined ? full : `${full}: ${reason}`);
      else
        outcome.failures.push({
          name: full,
          output: outputOf(test, text),
          again: again(["--", "--exact", test]),
        });
    }
    if (verdicts.length !== owed || !/^test result: /m.test(text))
      outcome.failures.push({
        name: `${name} ${place}: ${verdicts.length} of ${owed} tests ended`,
        output: text,
      } satisfies Failure);
  }
  if (code !== 0 && outcome.failures.length === 0)
    outcome.failures.push({ name: `${name}: cargo test exited with code ${code}`, output });
  return outcome;
}

/** Returns the target that cargo named last, such as `tests/json.rs` or `Doc-tests botyard`. */
function placeIn(text: string): string {
  const [, run, docs] =
    [...text.matchAll(/^ +(?:Running (?:unittests )?(.+) \(.+\)|(Doc-tests .+))$/gm)].at(-1) ?? [];
  return run ?? docs ?? "tests";
}

/** Returns what libtest printed for a failed test. */
function outputOf(test: string, text: string): string {
  const begin = text.indexOf(`---- ${test} stdout ----`);
  if (begin < 0) return text;
  const rest = text.slice(begin);
  const end = /\n(?=---- .* stdout ----\n|failures:\n)/.exec(rest);
  return end === null ? rest : rest.slice(0, end.index);
}
