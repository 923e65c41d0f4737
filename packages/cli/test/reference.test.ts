import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Command, Entry } from "../src/command.ts";
import { commands, groups } from "../src/commands.ts";
import { exitCodeTable } from "../src/exit-codes.ts";
import { globalOptions } from "../src/program/globals.ts";
import { usageLine } from "../src/program/help.ts";
import { load } from "../src/program/run.ts";
import { environmentTable } from "../src/topics/topics.ts";

const page = fileURLToPath(new URL("../../../docs/reference/cli.md", import.meta.url));

test("docs/reference/cli.md says what the command tree is, no more and no less", async () => {
  // `vitest run -u` writes the page anew.
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
        options.map(({ flags, help, choices }) => [
          flags,
          choices ? `${help} (${choices.join(", ")})` : help,
        ]),
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

\`platform\` deploys custom bots, runs them as bots, and watches and asks them. In a clone it is \`npx platform\`, typed in the clone's
own folder. \`platform <command> --help\` says the same as this page, examples first.

## Output

Standard output is data, standard error is everything else. On a terminal lists are tables that fit its width, or a paragraph
for each item where columns have no room, and times are relative; in a pipe a list is one line per item, tab-separated, with nothing
cut, no header and no colours, and times are RFC 3339 in UTC.

\`--json\` prints one JSON document; lists are \`{"items": […]}\`. With \`-w\` it prints one document per line. \`--json name,last_run.status\`
keeps only those fields, in that order; an absent field is null. A word after \`--json\` is a list of fields when the command has
those fields, otherwise it is an argument; \`--json=\` leaves no doubt.

\`--jq .items[].name\` prints what a jq filter makes of that document: texts as they are, everything else as JSON on one line. jq itself
need not be installed.

Control characters in what a bot wrote are taken out of tables and logs. \`--raw\` and \`--json\` keep them.

A bot is named by its id, by the beginning of its id when only one bot has it, or by its exact name.

A read that fails for a moment is repeated up to three times, and so is what carries an Idempotency-Key (creating, starting, stopping
and restarting a bot, starting and canceling a run); a pause that the platform asks for is kept up to 20 seconds. Nothing else is sent
twice.

## Sign-in

The first of \`--api-key-stdin\`, \`PLATFORM_API_KEY\` and the profile that holds a key wins; the first of \`--api-url\`,
\`PLATFORM_API_URL\`, the profile and \`http://127.0.0.1:7070\` is the address. \`platform auth status\` says which. A key is never taken as
an argument, never printed after it was made, and one from the profile is sent only to the address that it was kept with.

The profile is \`profile.json\` (mode 0600) in \`PLATFORM_CONFIG_HOME\`; else in \`.botyard/cli\` of the clone that the command is part of,
when that folder exists (\`npm start\` makes it); else in \`botyard\` of \`XDG_CONFIG_HOME\` or \`~/.config\`.

## Exit codes

| Code | Meaning |
|---|---|
${exitCodeTable.map(({ code, meaning }) => `| ${code} | ${meaning} |`).join("\n")}

## Environment

${rows("Variable", environmentTable)}

## Options of every command

${rows("Option", [...globalOptions.map(({ flags, help }) => [flags, help] as const), ["-h, --help", "help on the command, examples first"]])}

\`platform --version\` prints the version; \`platform help exit-codes\`, \`help environment\` and \`help formats\` are the tables above.`;
