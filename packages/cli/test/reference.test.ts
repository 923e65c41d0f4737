import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Command, Entry } from "../src/command.ts";
import { commands, groups } from "../src/commands.ts";
import { exitCodeTable } from "../src/exit-codes.ts";
import { globalOptions } from "../src/program/globals.ts";
import { aliasLine, optionHelp, usageLine } from "../src/program/help.ts";
import { load } from "../src/program/run.ts";
import { environmentTable } from "../src/topics/topics.ts";

const page = fileURLToPath(new URL("../../../docs/reference/cli.md", import.meta.url));

test("docs/reference/cli.md matches the commands", async () => {
  // `vitest run -u` updates the page.
  await expect(await wholePage()).toMatchFileSnapshot(page);
});

async function wholePage(): Promise<string> {
  const alone = commands.filter(({ path }) => !path.includes(" "));
  const parts = [intro, await sections(alone)];
  for (const [group, title] of Object.entries(groups)) {
    const own = commands.filter(({ path }) => path.startsWith(`${group} `));
    parts.push(`## platform ${group}\n\n${title}.`, await sections(own, "###"));
  }
  return `${parts.join("\n\n")}\n`;
}

async function sections(entries: readonly Entry[], heading = "##"): Promise<string> {
  return (await Promise.all(entries.map(async (entry) => section(entry, await load(entry), heading)))).join(
    "\n\n",
  );
}

function section(entry: Entry, command: Command, heading: string): string {
  const { about = [], options = [], exits = [] } = command;
  const parts = [
    `${heading} platform ${entry.path}`,
    `${entry.summary}.`,
    `\`\`\`\n${usageLine(entry, command)}\n\`\`\``,
    ...[aliasLine(entry) ?? []].flat().map((line) => line.replaceAll(/platform [^,]+/g, "`$&`.")),
    ...about,
    `\`\`\`sh\n${command.examples.map(([what, line]) => `# ${what}\n${line}`).join("\n")}\n\`\`\``,
  ];
  if (command.arguments)
    parts.push(
      rows(
        "Argument",
        command.arguments.map(({ name, help }) => [name, help]),
      ),
    );
  if (options.length > 0) {
    parts.push(
      rows(
        "Option",
        options.map((option) => [option.flags, optionHelp(option)]),
      ),
    );
  }
  if (command.json) parts.push(`JSON fields: ${command.json.map((field) => `\`${field}\``).join(", ")}.`);
  for (const text of exits) parts.push(`Exit code ${text}`);
  return parts.join("\n\n");
}

function rows(title: string, pairs: readonly (readonly [string, string])[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  return [
    `| ${title} | |`,
    "|---|---|",
    ...pairs.map(([name, text]) => `| \`${cell(name)}\` | ${cell(text)} |`),
  ].join("\n");
}

const intro = `# Command line

\`platform\` deploys custom bots, and runs, monitors and queries bots. In a clone, run it as \`npx platform\` in the folder of the
clone. Elsewhere, \`npm install --global @botyard/cli\` installs it under two names, \`platform\` and \`botyard\`, and \`npx @botyard/cli\` runs it
once; \`npx platform\` would run another package there. It needs Node 22.18 or newer. \`platform <command> --help\` shows the help of a
command, examples first.

## Output

Data is printed on standard output, everything else on standard error. On a terminal, a list is a table that fits its width, or one
paragraph per item if the terminal is too narrow, and its times are relative; other times have the date, the offset and the time zone of
this machine (\`TZ\`). In a pipe, a list has one line per item, tab-separated and not truncated, without header and colours, and times
are RFC 3339 in UTC. \`--since\`, \`--until\` and \`--date-range\` accept both forms; a time without an offset is UTC.

\`--json\` prints one JSON document; a list is \`{"items": […]}\`. With \`-w\` it prints one document per line. \`--json name,last_run.status\`
prints only these fields, in this order; a missing field is null. The word after \`--json\` is a list of fields if the command has
these fields, and otherwise an argument; \`--json=<fields>\` is unambiguous.

\`--jq .items[].name\` applies a jq filter to the document. Strings are printed as text, other values as JSON on one line. jq does not
have to be installed.

Control characters in the output of bots are removed from tables and logs. \`--raw\` and \`--json\` keep them.

A bot is named by its id, by the beginning of its id if only one bot matches, or by its exact name.

After a temporary failure, a read is tried up to three times. So is a request with an Idempotency-Key: creating, starting, stopping
and restarting a bot, starting and canceling a run. If the platform asks for a pause of up to 20 seconds, the command waits. Other
requests are sent once.

## Sign-in

The key is taken from \`--api-key-stdin\`, \`PLATFORM_API_KEY\` or the profile, and the address from \`--api-url\`, \`PLATFORM_API_URL\` or the
profile, in this order (default: \`http://127.0.0.1:7070\`). \`platform auth status\` shows where they come from. Keys are not accepted as
arguments and are printed only when they are created. A key in the profile is sent only to the address that it is stored with.

The profile is the file \`profile.json\` (mode 0600) in \`PLATFORM_CONFIG_HOME\` if that is set, else in \`.botyard/cli\` of the clone that
contains the command if that folder exists (\`npm start\` creates it), else in \`botyard\` in \`XDG_CONFIG_HOME\` or \`~/.config\`.

## Exit codes

| Code | Meaning |
|---|---|
${exitCodeTable.map(({ code, meaning }) => `| ${code} | ${meaning} |`).join("\n")}

## Environment

${rows("Variable", environmentTable)}

## Global options

${rows("Option", [...globalOptions.map(({ flags, help }) => [flags, help] as const), ["-h, --help", "show the help of the command"]])}

\`platform --version\` prints the version. \`platform help exit-codes\`, \`help environment\` and \`help formats\` show the information above.`;
