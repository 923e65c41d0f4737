import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { hidden, root } from "../root.ts";
import { type Ended, run } from "./command.ts";
import { examplesWith } from "./examples.ts";
import { locked } from "./locked.ts";
import { checked, type Outcome, sum } from "./outcome.ts";
import { ownInstaller } from "./toolchains.ts";
import { trx } from "./trx.ts";

// The version of the target framework of sdks/csharp. Debian has none.
export const dotnet = ownInstaller(
  "dotnet",
  "10",
  "install the SDK from https://dotnet.microsoft.com/download",
);

const sdk = "sdks/csharp";

const format = ["format", "--verify-no-changes", "--severity", "warn"];

const env = { DOTNET_CLI_TELEMETRY_OPTOUT: "1", DOTNET_NOLOGO: "1", NO_COLOR: "1" };

/** Checks the .NET projects, and runs the tests of the SDK. */
export async function csharpPart(): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const project of [sdk, ...examplesWith("Directory.Build.props")]) {
    // A build shows every warning as an error, among them a public name without documentation.
    outcomes.push(await program(project, ["build", "--nologo", "--verbosity", "quiet"]));
    outcomes.push(await program(project, format));
  }
  // The conformance suite builds it, with the same warnings, and refuses a folder that changes while cases run.
  outcomes.push(await program("conformance/testees/csharp", format));
  // Those of the examples build it.
  outcomes.push(await program("examples/crossover-csharp/tests", format));
  const reports = join(hidden, "dotnet");
  mkdirSync(reports, { recursive: true });
  outcomes.push(
    await trx("csharp", join(reports, "tests.trx"), (args) =>
      inProject(sdk, ["test", "--nologo", "--no-build", "--verbosity", "quiet", ...args]),
    ),
  );
  return sum(outcomes);
}

/** Runs a static check, which is not repeated: its result depends only on the sources. */
async function program(project: string, args: string[]): Promise<Outcome> {
  const { code, output } = await inProject(project, args);
  return checked(`dotnet ${args[0]} ${project}`, code === 0, output);
}

const inProject = (project: string, args: string[]): Promise<Ended> =>
  run(...locked("csharp", "dotnet", ...args), { cwd: join(root, project), env });
