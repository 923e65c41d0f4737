import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { desiredText } from "@botyard/manifest";
import { defineCommand } from "../command.ts";
import { type Exported, exportBots, fileNames } from "../desired/export.ts";
import { usage } from "../failure.ts";
import { counted } from "../output/counted.ts";
import { shellWord } from "../output/shell-word.ts";

const listFile = "custom-bots.txt";

export default defineCommand<{ label?: string; force?: boolean }>({
  about: [
    "Writes your bots as instance files for platform apply, without defaults: one YAML file for each bot into the folder, or all as one list on standard output. Versions are those that the bots have. The file custom-bots.txt lists the versions of custom bots that must be deployed.",
    "Secrets are references to named secrets. One that is part of a config cannot be read: it is written as ********, which keeps it when the file is applied to the same bot. Applying what was exported changes nothing.",
  ],
  examples: [
    ["Write a file for each bot", "platform export bots"],
    ["Print the bots that belong to the files called live", "platform export --label botyard.apply=live"],
  ],
  arguments: [
    {
      name: "folder",
      help: "the folder to write to (default: standard output)",
      optional: true,
      completes: "folders",
    },
  ],
  options: [
    { flags: "--label <key=value>", help: "only bots with this label" },
    { flags: "--force", help: "write into a folder that is not empty, over files of the same names" },
  ],
  json: ["folder", "files", "bots", "custom_bots"],
  async run(context, [folder], { label, force = false }) {
    const dir = folder === undefined ? undefined : resolve(context.cwd, folder);
    if (dir !== undefined && !force && (await isFilled(dir)))
      throw usage(
        `${folder} is not empty; nothing was written.`,
        `platform export ${shellWord(folder!)} --force`,
      );
    const client = await context.connect();
    const exported = await exportBots(
      client,
      await client.bots.list({ ...(label !== undefined && { label }) }),
    );
    const files = dir === undefined ? [] : await write(dir, exported);
    const { bots, customBots } = exported;
    const document = {
      ...{ folder: folder ?? null, files, custom_bots: customBots },
      bots: bots.map(({ instance, desired }) => ({ ...instance, ...(desired && { desired }) })),
    };
    context.print(document, () =>
      folder === undefined
        ? desiredText(bots, head(exported))
        : `Wrote ${counted(bots.length, "bot")} to ${folder}.\n`,
    );
    if (folder !== undefined) context.note(`Next: platform apply -f ${shellWord(folder)} --dry-run`);
    return undefined;
  },
});

const listOf = ({ customBots }: Exported) => customBots.map(({ name, version }) => `${name} ${version}`);

function head(exported: Exported): string | undefined {
  const list = listOf(exported);
  return list.length === 0 ? undefined : ["Custom bots:", ...list.map((one) => `- ${one}`)].join("\n");
}

async function write(dir: string, exported: Exported): Promise<string[]> {
  const { bots } = exported;
  const names = fileNames(bots);
  const files = [
    ...names.map((name, at): [string, string] => [name, desiredText(bots[at]!)]),
    [
      listFile,
      listOf(exported)
        .map((line) => `${line}\n`)
        .join(""),
    ] as [string, string],
  ];
  await mkdir(dir, { recursive: true });
  for (const [name, text] of files) {
    // A file that exists is replaced by a whole one, or not at all.
    const fresh = join(dir, `.${name}.${process.pid}`);
    await writeFile(fresh, text);
    await rename(fresh, join(dir, name));
  }
  return files.map(([name]) => name);
}

/** Whether a folder has files; one that does not exist has none. */
async function isFilled(dir: string): Promise<boolean> {
  try {
    return (await readdir(dir)).length > 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    throw usage(`Cannot write to ${dir}: ${message}`);
  }
}
