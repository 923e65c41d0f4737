import type { Ended } from "./command.ts";
import { asOne, type Failure, type Outcome } from "./outcome.ts";

/** Runs a test program of hspec with further arguments. Standard error must be in the output, in the order of its lines. */
type Spec = (args: string[]) => Promise<Ended>;

/**
 * Runs all examples of a test program of hspec and reads their number from its summary. Each failed example can be run
 * again by its path. A program that ends without a summary fails.
 *
 * @param name begins the names of the tests
 */
export async function hspec(name: string, spec: Spec): Promise<Outcome> {
  const all = async () => read(name, await spec([]), again);
  const again = (path: string) => async () => read(name, await spec(["--match", path]), again);
  const outcome = await all();
  const whole = async () => asOne(name, await all());
  return { ...outcome, failures: outcome.failures.map((failure) => ({ again: whole, ...failure })) };
}

function read(
  name: string,
  { code, output }: Ended,
  again: (path: string) => () => Promise<Outcome>,
): Outcome {
  const summary = /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?$/m.exec(output);
  const [examples, failed, pending] = [1, 2, 3].map((group) => Number(summary?.[group] ?? 0));
  const failures = failuresIn(output).map(
    ({ path, text }): Failure => ({ name: `${name} ${path.slice(1, -1)}`, output: text, again: again(path) }),
  );
  if (summary === null || failures.length !== failed)
    failures.push({ name: `${name}: ${failures.length} of ${failed} failures are described`, output });
  else if (examples === 0) failures.push({ name: `${name}: no example has run`, output });
  else if (code !== 0 && failed === 0) failures.push({ name: `${name} exited with code ${code}`, output });
  return {
    passed: examples! - failed! - pending!,
    failures,
    notRun: pendingIn(output).map((test) => `${name} ${test}`),
    output,
  };
}

/** Returns the path of each failed example, `/room/title/`, and what hspec printed about it. */
function failuresIn(output: string): { path: string; text: string }[] {
  const [, described = ""] = output.split(/^Failures:$/m);
  return [...described.matchAll(/^ {2}\d+\) ([\s\S]*?)^ {2}To rerun use: --match (".*")$/gm)].map(
    ([, text = "", path = '""']) => ({ path: JSON.parse(path) as string, text }),
  );
}

/** Returns the title of each pending example, with its reason. */
const pendingIn = (output: string): string[] =>
  [...output.matchAll(/^ *(.+)\n +# PENDING(?:: (.+))?$/gm)].map(([, title, reason]) =>
    reason === undefined ? title! : `${title}: ${reason}`,
  );
