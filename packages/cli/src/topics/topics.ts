import { exitCodeTable } from "../exit-codes.ts";
import { columns, wrap } from "../program/wrap.ts";

/** Pages of help that belong to no command: `platform help <name>`. */
export interface Topic {
  name: string;
  summary: string;
  text(): string;
}

/** The variables that the command reads, with what they do. */
export const environmentTable: readonly (readonly [string, string])[] = [
  [
    "PLATFORM_API_URL",
    "Address of the platform: http://host:7070, or with a path the API root itself. Before it: --api-url; after it: the profile, then http://127.0.0.1:7070.",
  ],
  ["PLATFORM_API_KEY", "API key. Before it: --api-key-stdin; after it: the profile."],
  ["PLATFORM_CONFIG_HOME", "Folder of the profile, instead of botyard in XDG_CONFIG_HOME or ~/.config."],
  [
    "PLATFORM_CACHE_HOME",
    "Folder of what can be made again, instead of botyard in XDG_CACHE_HOME or ~/.cache.",
  ],
  ["PLATFORM_DATA_DIR", "Data folder of platform serve, where --data-dir does not say."],
  ["PLATFORM_RUNTIMES_FILE", "The platform's own runtimes file, where --runtimes does not say."],
  ["PLATFORM_PYTHON", "Python 3.11 or newer for vendoring, where it is not python3.11 or python3 on PATH."],
  ["PLATFORM_NO_UPDATE_CHECK", "Not empty: never look for a newer version of this command."],
  ["NO_COLOR, TERM=dumb", "No colours."],
  ["PAGER", "Program that long texts go through on a terminal."],
  ["CI", "Not empty: no questions, no progress that moves, no look for newer versions."],
  ["HTTP_PROXY, HTTPS_PROXY, NO_PROXY", "Proxies, in capitals or small letters."],
];

export const topics: readonly Topic[] = [
  {
    name: "exit-codes",
    summary: "What the exit code of a command says",
    text: () => `Exit codes\n${columns(exitCodeTable.map(({ code, meaning }) => [String(code), meaning]))}\n`,
  },
  {
    name: "environment",
    summary: "The variables that the command reads, and where the sign-in is kept",
    text: () =>
      [
        `Environment\n${columns(environmentTable)}`,
        wrap(
          "The profile is profile.json (mode 0600) in PLATFORM_CONFIG_HOME; else in .botyard/cli of the clone that the command is part of, when that folder exists; else in botyard of XDG_CONFIG_HOME or ~/.config. A key is kept with its address and is sent to no other. A key is never taken as an argument, and never printed after it was made.",
        ),
        "",
      ]
        .join("\n\n")
        .replace(/\n\n$/, "\n"),
  },
  {
    name: "formats",
    summary: "What goes to standard output, and in which form",
    text: () =>
      `${[
        "Formats",
        wrap("Standard output is data, standard error is everything else.", 2),
        wrap(
          "On a terminal lists are tables that fit its width, and times are relative. In a pipe a list is one line per item, tab-separated, with nothing cut, no header, no colours, and times as RFC 3339 in UTC.",
          2,
        ),
        wrap(
          '--json prints one JSON document: for lists {"items": [...]}. With -w it prints one document per line. --json name,last_run.status keeps only those fields, in that order; a field that is absent is null. The fields are listed in the help of every command.',
          2,
        ),
        wrap(
          "--jq <filter> prints what jq makes of that document, or of each one with -w: texts as they are, everything else as JSON on one line. jq itself need not be installed.",
          2,
        ),
        wrap(
          "Control characters in what a bot wrote are taken out of tables and logs, because they could make a terminal show what was never written. --raw and --json keep them (JSON escapes them).",
          2,
        ),
        wrap(
          "Wherever a bot is named, its id, the beginning of its id when only one bot has it, or its exact name will do.",
          2,
        ),
        wrap(
          "Moments (--since, --until) are RFC 3339 (2026-11-20T14:30:00Z, 2026-11-20) or spans before now (90s, 15m, 1h, 2d). Spans (--timeout, --every) are 500ms, 5s, 2m, 1h.",
          2,
        ),
      ].join("\n\n")}\n`,
  },
];
