import { expect, test } from "vitest";
import { ghc } from "../src/run/haskell.ts";
import { hspec } from "../src/run/hspec.ts";
import { adviceFor } from "../src/run/toolchains.ts";

const described = `
A "room"
  in
    fails twice FAILED [1]
  waits
    # PENDING: no moon
  stands
  throws FAILED [2]

Failures:

  test/F.hs:3:91: 
  1) A "room", in, fails twice
       expected: 2
        but got: 1

  To rerun use: --match "/A \\"room\\"/in/fails twice/"

  test/F.hs:3:192: 
  2) A "room" throws
       uncaught exception: ErrorCall
       x

  To rerun use: --match "/A \\"room\\"/throws/"

Finished in 0.0003 seconds
5 examples, 2 failures, 1 pending
`;

test("the examples of hspec are counted; one that fails is run again alone", async () => {
  const runs: string[][] = [];
  const outcome = await hspec("haskell", async (args) => {
    runs.push(args);
    return args.length === 0
      ? { code: 1, output: described }
      : { code: 0, output: "\nFinished in 0.1 seconds\n1 example, 0 failures\n" };
  });
  expect(outcome.passed).toBe(2);
  expect(outcome.notRun).toEqual(["haskell waits: no moon"]);
  expect(outcome.failures.map(({ name }) => name)).toEqual([
    'haskell A "room"/in/fails twice',
    'haskell A "room"/throws',
  ]);
  expect(outcome.failures[0]!.output).toContain("but got: 1");
  expect(outcome.failures[0]!.output).not.toContain("throws");
  expect(await outcome.failures[0]!.again!()).toMatchObject({ passed: 1, failures: [] });
  expect(runs).toEqual([[], ["--match", '/A "room"/in/fails twice/']]);
});

test.each([
  ["ends before its summary", 0, "A room\n  stands\n", "haskell: 0 of 0 failures are described"],
  ["runs nothing", 0, "0 examples, 0 failures\n", "haskell: no example has run"],
  ["fails after its summary", 3, "2 examples, 0 failures\n", "haskell exited with code 3"],
  ["does not describe a failure", 1, "2 examples, 1 failure\n", "haskell: 0 of 1 failures are described"],
])("a test program that %s fails", async (_, code, output, name) => {
  const { failures } = await hspec("haskell", async () => ({ code, output }));
  expect(failures.map((failure) => failure.name)).toEqual([name]);
});

test("a missing toolchain is told with the packages of apt", () => {
  expect(adviceFor(ghc)).toMatch(
    /is missing; install it with: apt-get install -y ghc cabal-install hlint libghc-aeson-dev /,
  );
});
