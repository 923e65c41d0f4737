import { exitCodeTable } from "../exit-codes.ts";
import { columns, wrap } from "../program/wrap.ts";

/** A help page that belongs to no command: `platform help <name>`. */
export interface Topic {
  name: string;
  summary: string;
  text(): string;
}

/** The environment variables of the command, with their effect. */
export const environmentTable: readonly (readonly [string, string])[] = [
  [
    "PLATFORM_API_URL",
    "Address of the platform, such as http://host:7070; an address with a path is used as the API root. --api-url overrides it (default: the address in the profile, else http://127.0.0.1:7070).",
  ],
  ["PLATFORM_API_KEY", "API key. --api-key-stdin overrides it (default: the key in the profile)."],
  ["PLATFORM_CONFIG_HOME", "Folder of the profile (default: botyard in XDG_CONFIG_HOME or ~/.config)."],
  [
    "PLATFORM_CACHE_HOME",
    "Cache folder (default: .botyard/cache of the clone, else botyard in XDG_CACHE_HOME or ~/.cache).",
  ],
  [
    "PLATFORM_DATA_DIR",
    "Data folder of platform serve; --data-dir overrides it (default: .botyard/data of the clone, else botyard in XDG_DATA_HOME or ~/.local/share).",
  ],
  [
    "PLATFORM_DATABASE_URL",
    "URL of the PostgreSQL database of platform serve, which platform doctor checks, too (default: SQLite in the data folder).",
  ],
  [
    "PGPASSWORD, PGPASSFILE",
    "Password of PostgreSQL, or the file with passwords (default: ~/.pgpass), if a URL has none.",
  ],
  ["PLATFORM_RUNTIMES_FILE", "The platform's runtimes file; --runtimes overrides it."],
  [
    "PLATFORM_PYTHON",
    "Python 3.11 or newer, for vendoring (default: python3.11, python3 or python on PATH).",
  ],
  ["PLATFORM_NO_UPDATE_CHECK", "If not empty, do not check for newer versions of this command."],
  ["NO_COLOR, TERM=dumb", "Disable colours."],
  ["PAGER", "Pager for long output on a terminal."],
  ["CI", "If not empty, do not prompt and do not check for newer versions."],
  [
    "HTTP_PROXY, HTTPS_PROXY, NO_PROXY",
    "Proxies, in upper or lower case. Not used for connections to this machine.",
  ],
];

export const topics: readonly Topic[] = [
  {
    name: "exit-codes",
    summary: "Exit codes of the commands",
    text: () => `Exit codes\n${columns(exitCodeTable.map(({ code, meaning }) => [String(code), meaning]))}\n`,
  },
  {
    name: "environment",
    summary: "Environment variables, and where keys are stored",
    text: () =>
      [
        `Environment\n${columns(environmentTable)}`,
        wrap(
          "The profile is the file profile.json (mode 0600) in PLATFORM_CONFIG_HOME if that is set, else in .botyard/cli of the clone that contains the command if that folder exists, else in botyard in XDG_CONFIG_HOME or ~/.config. A key in the profile is stored with the address of its platform and sent only to it. Keys are not accepted as arguments, and are printed only when they are created.",
        ),
        "",
      ]
        .join("\n\n")
        .replace(/\n\n$/, "\n"),
  },
  {
    name: "formats",
    summary: "Output formats, names, times and durations",
    text: () =>
      `${[
        "Formats",
        wrap("Data is printed on standard output, everything else on standard error.", 2),
        wrap(
          "On a terminal, a list is a table that fits its width, and its times are relative; other times have the date, the offset and the time zone of this machine. In a pipe, a list has one line per item, tab-separated and not truncated, without header and colours, and times are RFC 3339 in UTC.",
          2,
        ),
        wrap(
          '--json prints one JSON document; a list is {"items": [...]}. With -w it prints one document per line. --json name,last_run.status prints only these fields, in this order; a missing field is null. The help of each command lists its fields.',
          2,
        ),
        wrap(
          "--jq <filter> applies a jq filter to the document, or to each document with -w. Strings are printed as text, other values as JSON on one line. jq does not have to be installed.",
          2,
        ),
        wrap(
          "Control characters in the output of bots are removed from tables and logs, because they can make a terminal show false output. --raw and --json keep them (JSON escapes them).",
          2,
        ),
        wrap(
          "A bot is named by its id, by the beginning of its id if only one bot matches, or by its exact name.",
          2,
        ),
        wrap(
          "A time (--since, --until) is RFC 3339 (2026-11-20T14:30:00Z, 2026-11-20) or a duration before now (90s, 15m, 1h, 2d). A duration (--timeout, --every) is, for example, 500ms, 5s, 2m or 1h.",
          2,
        ),
      ].join("\n\n")}\n`,
  },
];
