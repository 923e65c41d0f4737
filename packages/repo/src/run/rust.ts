import { join } from "node:path";
import { hidden, root } from "../root.ts";
import { type Ended, run } from "./command.ts";
import { examplesWith } from "./examples.ts";
import { libtest } from "./libtest.ts";
import { checked, type Outcome, sum } from "./outcome.ts";
import { ownInstaller } from "./toolchains.ts";

// The version is the `rust-version` of sdks/rust/Cargo.toml. Debian 12 has 1.63.
export const cargo = ownInstaller("cargo", "1.88", "install it from https://rustup.rs");

const sdk = "sdks/rust";
const bindings = "sdks/rust/bindings";

// One folder for all builds, so that each dependency is compiled once. The build of the testee uses it too.
const env = { CARGO_TARGET_DIR: join(hidden, "cargo"), CARGO_TERM_COLOR: "never" };

// Tests have them by the dev-dependency of the crate on itself.
const features = ["--features", "botyard/testing,botyard/tracing"];

/** Checks the Rust projects, and runs the tests of the SDK. */
export async function rustPart(): Promise<Outcome> {
  const projects = [sdk, bindings, "conformance/testees/rust", ...examplesWith("Cargo.toml")];
  const outcomes: Outcome[] = [];
  for (const project of projects) {
    outcomes.push(await program(project, ["fmt", "--check"]));
    outcomes.push(
      await program(project, ["clippy", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"]),
    );
  }
  outcomes.push(
    await libtest("rust", (args) => inProject(sdk, ["test", "--locked", "--no-fail-fast", ...args])),
  );
  // The bindings read more deeply nested JSON than the SDK.
  const deep = ["test", "--locked", "--package", "botyard-core", "--features", "deep-nesting"];
  outcomes.push(
    await libtest("rust deep-nesting", (args) =>
      inProject(sdk, [...deep, "--test", "deep_nesting", ...args]),
    ),
  );
  outcomes.push(
    await program(sdk, ["doc", "--no-deps", "--locked", "--quiet", ...features], {
      RUSTDOCFLAGS: "-Dwarnings",
    }),
  );
  return sum(outcomes);
}

/** Runs a static check, which is not repeated: its result depends only on the sources. */
async function program(project: string, args: string[], more: Record<string, string> = {}): Promise<Outcome> {
  const { code, output } = await inProject(project, args, more);
  return checked(`cargo ${args[0]} ${project}`, code === 0, output);
}

/** Runs cargo with both streams in one pipe, so that their lines stay in order. */
const inProject = (project: string, args: string[], more: Record<string, string> = {}): Promise<Ended> =>
  run("sh", ["-c", 'exec cargo "$@" 2>&1', "cargo", ...args], {
    cwd: join(root, project),
    env: { ...env, ...more },
  });
