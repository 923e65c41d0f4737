import { join } from "node:path";
import { hidden, root } from "../root.ts";
import { type Ended, run } from "./command.ts";
import { examplesWith } from "./examples.ts";
import { hspec } from "./hspec.ts";
import { locked } from "./locked.ts";
import { checked, type Outcome, sum } from "./outcome.ts";
import type { Toolchain } from "./toolchains.ts";

const sdk = "sdks/haskell";

// One folder for all builds, so that the SDK is compiled once. The build of the testee uses it too.
const builds = join(hidden, "cabal");

const packages = [
  "ghc",
  "cabal-install",
  "hlint",
  ...["aeson", "hspec", "http-client", "quickcheck2", "random", "temporary", "warp"].map(
    (name) => `libghc-${name}-dev`,
  ),
];

/** GHC with the packages of Debian: nothing is downloaded, so that only these versions are tested. */
export const ghc: Toolchain = {
  name: "GHC with cabal, hlint and the packages of the SDK",
  aptPackages: packages,
  async isThere() {
    const proof =
      "ghc --version && cabal --version && hlint --version && haddock --version && " +
      "for one in aeson hspec http-client QuickCheck random temporary warp; do ghc-pkg latest $one || exit 1; done";
    return (await run("sh", ["-c", proof], { quiet: true })).code === 0;
  },
  version: async () => (await run("ghc", ["--version"], { quiet: true })).output,
};

/** What clients in the network of a bot are tested with. The gate does not install it, because nothing else uses it. */
export const haskellClients: Toolchain = {
  name: "http-client-tls and websockets for GHC",
  install: "install them with: apt-get install -y libghc-http-client-tls-dev libghc-websockets-dev",
  async isThere() {
    const proof = "ghc-pkg latest http-client-tls && ghc-pkg latest websockets && ghc-pkg latest connection";
    return (await run("sh", ["-c", proof], { quiet: true })).code === 0;
  },
  version: async () =>
    (await run("ghc-pkg", ["list", "--simple-output", "http-client-tls", "websockets"], { quiet: true }))
      .output,
};

/**
 * Checks the Haskell projects, and runs the tests of the SDK. Warnings are errors by each `cabal.project`. There is no
 * check of the format, because Debian has no formatter for Haskell.
 */
export async function haskellPart(): Promise<Outcome> {
  const projects = [
    sdk,
    "conformance/testees/haskell",
    "packages/repo/bench/haskell",
    ...examplesWith("cabal.project"),
  ];
  const outcomes = [await program("hlint", "hlint", ["--no-summary", ...projects])];
  for (const project of projects)
    outcomes.push(await program(`cabal build ${project}`, ...cabal("build", "all"), project));
  if (outcomes.some(({ failures }) => failures.length > 0)) return sum(outcomes);
  outcomes.push(await hspec("haskell", (args) => inOnePipe(...cabal("run", "test:spec", "--", ...args))));
  outcomes.push(await documented());
  return sum(outcomes);
}

/** Writes the API documentation. Each export of each module must have some. */
async function documented(): Promise<Outcome> {
  const { code, output } = await inOnePipe(...cabal("haddock", "lib:botyard"));
  const coverage = [...output.matchAll(/^ *(\d+)% \( *\d+ *\/ *\d+\) in '(Botyard.*)'$/gm)];
  const without = coverage.filter(([, percentage]) => percentage !== "100").map(([line]) => line);
  // Of haddock's warnings, those about other packages depend on whether their documentation is installed.
  const warned = /^\s*(?:Warning: )?'.+' is (?:out of scope|ambiguous)/m.test(output);
  const ok = code === 0 && coverage.length > 0 && without.length === 0 && !warned;
  return checked(`haddock ${sdk}`, ok, output);
}

// Without the user's configuration of cabal, which may name registries.
const cabal = (command: string, ...args: string[]): [string, string[]] => [
  "cabal",
  ["--config-file=/dev/null", command, "-v1", `--builddir=${builds}`, ...testsOf(command), ...args],
];

const testsOf = (command: string): string[] => (command === "haddock" ? [] : ["--enable-tests"]);

/** Runs a static check, which is not repeated: its result depends only on the sources. */
async function program(name: string, command: string, args: string[], project = "."): Promise<Outcome> {
  const { code, output } = await inOnePipe(command, args, project);
  return checked(name, code === 0, output);
}

/** Runs a program with both streams in one pipe, so that their lines stay in order. */
const inOnePipe = (command: string, args: string[], project = sdk): Promise<Ended> =>
  run(...locked("haskell", "sh", "-c", 'exec "$@" 2>&1', "sh", command, ...args), {
    cwd: join(root, project),
  });
