import { Command, InvalidArgumentError, Option } from "commander";
import type { FuzzRequest } from "./command/fuzz.ts";
import type { Exit, RunRequest } from "./command/main-command.ts";
import type { MutantRequest } from "./command/mutants.ts";

export interface Commands {
  run(request: RunRequest): Promise<Exit>;
  lock(): Promise<Exit>;
  pin(clauses: string[]): Promise<Exit>;
  fuzz(request: FuzzRequest): Promise<Exit>;
  mutants(request: MutantRequest): Promise<Exit>;
}

/** The command line. What a command does is given, so that the form can be tried without it. */
export function programOf(version: string, commands: Commands, done: (exit: Exit) => void): Command {
  const program = new Command("botyard-conformance")
    .description(
      "Holds SDKs to the bot contract: starts a testee for every case and judges what it leaves behind.",
    )
    .version(version)
    .showSuggestionAfterError()
    // Said before the commands are added, it holds for them too: what makes no sense ends with 2.
    .exitOverride()
    // Options behind a command are the command's own, also where the run has one of that name.
    .enablePositionalOptions()
    .option(
      "--testee <name|file>",
      "a testee of this repository, or a testee.yaml (repeatable)",
      collected,
      [],
    )
    .option("--area <area>", "only the cases of an area (repeatable)", collected, [])
    .option("--case <id>", "only this case, or the cases of this template (repeatable)", collected, [])
    .option("--cases <folder>", "cases from elsewhere instead of the suite's own, in the same format", named)
    .option("--changed", "only cases that differ from the last commit's, or whose clauses do")
    .option("--jobs <n>", "processes at once (default: one for each processor)", atLeastOne)
    .option("--seed <n>", "the order in which cases are run", wholeNumber)
    .option("--json <file>", "write the results as JSON", named)
    .option("--junit <file>", "write the results as JUnit XML", named)
    .option("--markdown <file>", "write the matrices, or renew them in a page that has them", named)
    .option("--mutations", "judge every recorded pass again with small changes, which have to be noticed")
    .option("--no-build", "leave out the testees' build commands")
    .addOption(new Option("--list", "list the cases instead of running them").conflicts(ofARun))
    .addOption(
      new Option("--explain <case>", "print a shell script that does by hand what a case does")
        .argParser(named)
        .conflicts(["list", ...ofARun]),
    )
    .action(async (options: RunRequest, { args: [word] }: Command) => {
      if (word !== undefined) program.error(`error: there is no command ${word}; see --help`);
      done(await commands.run(options));
    });
  program
    .command("lock")
    .description("take over the contract page and the case files into contract.json and cases.lock.json")
    .action(async () => done(await commands.lock()));
  program
    .command("pin")
    .description("note that the cases of these clauses were reviewed against their text of today")
    .argument("<clauses...>", "ids such as MET-2, or `all`")
    .action(async (clauses: string[]) => done(await commands.pin(clauses)));
  program
    .command("mutants")
    .description("hold cases to the broken SDKs that they are to notice; in the repository only")
    .option("--full", "run every case against every mutant and tell which notice which: takes hours")
    .addOption(
      new Option("--quick", "only a fixed part: one or two mutants for each clause").conflicts([
        "full",
        "mutant",
      ]),
    )
    .option("--mutant <id>", "only this mutant (repeatable)", collected, [])
    .option("--area <area>", "with --full, only the cases of an area (repeatable)", collected, [])
    .option("--jobs <n>", "processes at once (default: one for each processor)", atLeastOne)
    .addOption(
      new Option("--json <file>", "write what became of the mutants as JSON")
        .argParser(named)
        .conflicts("full"),
    )
    .action(async (options: MutantRequest) => done(await commands.mutants(options)));
  program
    .command("fuzz")
    .description(
      "give all testees the same random scripts, and shrink those that one does otherwise than a model",
    )
    .option(
      "--testee <name|file>",
      "a testee of this repository, or a testee.yaml (repeatable)",
      collected,
      [],
    )
    .option("--ops <n>", "how many operations each testee is to do", wholeNumber, 100_000)
    .option("--seed <n>", "the same seed makes the same scripts", wholeNumber)
    .option("--jobs <n>", "processes at once (default: one for each processor)", atLeastOne)
    .option("--save <folder>", "write what was found as case files, <area>/fuzz-<seed>-<script>.yaml", named)
    .option("--no-build", "leave out the testees' build commands")
    .action(async (options: FuzzRequest) => done(await commands.fuzz(options)));
  // Only now, for commands take it over: a word behind one of them is refused as such, here it is a command's name.
  return program.allowExcessArguments();
}

/** What makes no sense where nothing is run. */
const ofARun = ["json", "junit", "markdown", "mutations"];

const collected = (value: string, before: string[]): string[] => [...before, named(value)];

function named(text: string): string {
  if (text === "") throw new InvalidArgumentError("It has to be a name.");
  return text;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError("It has to be a whole number below 1000000000.");
  return Number(text);
}

function atLeastOne(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError("It has to be at least 1.");
  return number;
}
