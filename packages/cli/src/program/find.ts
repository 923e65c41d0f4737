import { nearest } from "@botyard/manifest/nearest";
import type { Entry } from "../command.ts";
import { commands, groups, pathsOf } from "../commands.ts";
import { usage } from "../failure.ts";

/** The command or group that a command line names, and the remaining words. */
export type Found =
  | { kind: "command"; entry: Entry; rest: string[] }
  | { kind: "group"; group: string; rest: string[] }
  | { kind: "root"; rest: string[] };

const valued = new Set(["--api-url", "--jq"]);

/**
 * Finds the command. Global options may stand before and between its words.
 *
 * @throws {Failure} exit code 2 if there is no such command
 */
export function findCommand(argv: readonly string[]): Found {
  const before: string[] = [];
  let group: string | undefined;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at]!;
    if (word === "--") break;
    if (word.startsWith("-")) {
      before.push(word);
      if (valued.has(word) && at + 1 < argv.length) before.push(argv[++at]!);
      continue;
    }
    const rest = [...before, ...argv.slice(at + 1)];
    const path = group === undefined ? word : `${group} ${word}`;
    const entry = commands.find((each) => pathsOf(each).includes(path));
    if (entry) return { kind: "command", entry, rest };
    if (group === undefined && Object.hasOwn(groups, word)) {
      group = word;
      continue;
    }
    throw unknown(group, word);
  }
  return group === undefined ? { kind: "root", rest: before } : { kind: "group", group, rest: before };
}

function unknown(group: string | undefined, word: string) {
  const known = group
    ? commands
        .filter(({ path }) => path.startsWith(`${group} `))
        .map(({ path }) => path.slice(group.length + 1))
    : [
        ...commands.map(({ path }) => path).filter((path) => !path.includes(" ")),
        ...Object.keys(groups),
        "help",
      ];
  const close = nearest(word, known);
  const typed = ["platform", group, word].filter(Boolean).join(" ");
  const steps = close
    ? [`${["platform", group, close].filter(Boolean).join(" ")}    (did you mean this?)`]
    : [];
  return usage(`Unknown command "${typed}".`, ...steps, `platform ${group ? `${group} ` : ""}--help`);
}
