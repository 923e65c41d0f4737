import { Command, InvalidArgumentError, Option } from "commander";
import type { FuzzRequest } from "./command/fuzz.ts";
import type { Exit, RunRequest } from "./command/main-command.ts";
import type { MutantRequest } from "./command/mutants.ts";
import type { PlatformMutantRequest, PlatformRequest } from "./platform/command.ts";

export interface Commands {
  run(request: RunRequest): Promise<Exit>;
  lock(): Promise<Exit>;
  pin(clauses: string[]): Promise<Exit>;
  fuzz(request: FuzzRequest): Promise<Exit>;
  mutants(request: MutantRequest): Promise<Exit>;
  platform(request: PlatformRequest): Promise<Exit>;
  platformMutants(request: PlatformMutantRequest): Promise<Exit>;
}

/** Declares the command line. The commands are passed in so that tests can parse without running them. */
export function programOf(version: string, commands: Commands, done: (exit: Exit) => void): Command {
  const program = new Command("botyard-conformance")
    .description(
      "Checks SDKs against the bot contract: runs each case with each testee and compares what happens with what the case expects.",
    )
    .version(version)
    .showSuggestionAfterError()
    // Set before the commands are added, so that they inherit it: usage errors exit with 2.
    .exitOverride()
    // Options after a command belong to the command, even if the program has one of the same name.
    .enablePositionalOptions()
    .addOption(testees())
    .addOption(repeatable("--area <area>", "only the cases of this area (repeatable)"))
    .addOption(repeatable("--case <id>", "only this case, or all cases of this template (repeatable)"))
    .addOption(
      repeatable("--only <testee[:peer]>", "only what a testee owes alone, or with this peer (repeatable)"),
    )
    .option("--cases <folder>", "run the cases in this folder instead of the suite's own", named)
    .option(
      "--requirements <version>",
      "the version of the contract to require (default: the one that the testee keeps)",
      named,
    )
    .option("--changed", "only cases that changed since the last commit, or whose clauses did")
    .option("--jobs <n>", "number of processes at once (default: two per processor)", atLeastOne)
    .option("--seed <n>", "seed for the order of the cases (default: random)", wholeNumber)
    .option("--json <file>", "write the results as JSON", named)
    .option("--junit <file>", "write the results as JUnit XML", named)
    .option("--markdown <file>", "write the matrices, or replace them in a page that has them", named)
    .option("--mutations", "judge each recorded pass again with small changes, each of which must fail")
    .option("--no-build", "do not run the testees' build commands")
    .addOption(new Option("--list", "list the cases instead of running them").conflicts(ofARun))
    .addOption(
      new Option("--explain <case>", "print a shell script that runs the case by hand")
        .argParser(named)
        .conflicts(["list", ...ofARun]),
    )
    .action(async (options: RunRequest, { args: [word] }: Command) => {
      if (word !== undefined) program.error(`error: unknown command ${word}; see --help`);
      done(await commands.run(options));
    });
  program
    .command("lock")
    .description(
      "write contract.json and messages.json from the contract page, case.schema.json, and cases.lock.json from the case files",
    )
    .action(async () => done(await commands.lock()));
  program
    .command("pin")
    .description("record that the cases of these clauses were reviewed against the clauses' current text")
    .argument("<clauses...>", "ids such as MET-2, or `all`")
    .action(async (clauses: string[]) => done(await commands.pin(clauses)));
  program
    .command("mutants")
    .description("check that cases notice the broken SDKs that name them (only in the repository)")
    .option("--full", "run every case against every mutant and list which cases notice which; takes hours")
    .addOption(
      new Option("--quick", "only a fixed subset: one or two mutants for each clause").conflicts([
        "full",
        "mutant",
      ]),
    )
    .addOption(repeatable("--mutant <id>", "only this mutant (repeatable)"))
    .addOption(repeatable("--area <area>", "with --full, only the cases of this area (repeatable)"))
    .option("--jobs <n>", "number of processes at once (default: one per processor)", atLeastOne)
    .addOption(new Option("--json <file>", "write the results as JSON").argParser(named).conflicts("full"))
    .action(async (options: MutantRequest) => done(await commands.mutants(options)));
  program
    .command("fuzz")
    .description(
      "run random scripts with each testee, compare with a model and shrink the scripts that differ",
    )
    .addOption(testees())
    .option("--ops <n>", "minimum number of operations for each testee", wholeNumber, 100_000)
    .option("--seed <n>", "seed of the scripts (default: random)", wholeNumber)
    .option("--jobs <n>", "number of processes at once (default: one per processor)", atLeastOne)
    .option("--save <folder>", "write the findings as case files, <area>/fuzz-<seed>-<script>.yaml", named)
    .option("--no-build", "do not run the testees' build commands")
    .action(async (options: FuzzRequest) => done(await commands.fuzz(options)));
  program
    .command("platform")
    .description("check a platform: its API, tool server and command line")
    .addOption(
      repeatable(
        "--testee <name|file>",
        "a platform of this repository, or a file that describes one",
      ).default([], "server"),
    )
    .addOption(repeatable("--area <area>", "only the cases of this area (repeatable)"))
    .addOption(repeatable("--case <id>", "only this case, or all cases of this template (repeatable)"))
    .option("--base-url <url>", "check a platform that is already running", named)
    .option("--api-key-file <file>", "file with the key of an operator of that platform", named)
    .option(
      "--api-key <key>",
      "the key itself; other users of this machine can see it (env: PLATFORM_API_KEY)",
    )
    .option("--cli <program>", "the command line to be checked with that platform", named)
    .option("--jobs <n>", "number of cases at once (default: four per processor)", atLeastOne)
    .option("--seed <n>", "seed for the order of the cases (default: random)", wholeNumber)
    .option("--json <file>", "write the results as JSON", named)
    .option("--junit <file>", "write the results as JUnit XML", named)
    .option("--slow", "also run the cases that wait for a clock, up to a minute")
    .option("--list", "list the cases instead of running them")
    .action(async (options: PlatformRequest) => done(await commands.platform(options)));
  program
    .command("platform-mutants")
    .description("check that cases notice the broken platforms that name them")
    .option("--testee <name|file>", "the sound platform behind them", named, "server")
    .addOption(repeatable("--mutant <id>", "only this mutant (repeatable)"))
    .option("--jobs <n>", "number of mutants at once (default: four per processor)", atLeastOne)
    .option("--json <file>", "write the results as JSON", named)
    .action(async (options: PlatformMutantRequest) => done(await commands.platformMutants(options)));
  // Set last, because commands would inherit it: they refuse excess words, here a word is an unknown command.
  return program.allowExcessArguments();
}

/** Options that have no meaning where nothing is run. */
const ofARun = ["json", "junit", "markdown", "mutations"];

const repeatable = (flags: string, description: string): Option =>
  new Option(flags, description)
    .default([], "all")
    .argParser((value: string, before: string[]) => [...before, named(value)]);

const testees = (): Option =>
  repeatable(
    "--testee <name|file>",
    "name of a testee of this repository, or path of a testee.yaml (repeatable)",
  );

function named(text: string): string {
  if (text === "") throw new InvalidArgumentError("It must not be empty.");
  return text;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number below 1000000000.");
  return Number(text);
}

function atLeastOne(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError("It must be at least 1.");
  return number;
}
