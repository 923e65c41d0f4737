import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { usage } from "../failure.ts";

export interface TemplateValues {
  name: string;
  /** The path of the SDK's archive, from the new folder. */
  sdk: string;
}

/**
 * Copies a template into a folder. Overwrites nothing: one file that is there already refuses all of it.
 *
 * @returns the paths of its files, from the folder
 */
export async function writeTemplate(
  home: string,
  template: string,
  folder: string,
  values: TemplateValues,
): Promise<string[]> {
  const from = join(home, "templates", template);
  const found = (await readdir(from, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .map((source) => ({ source, file: writtenAs(source) }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  const files = found.map(({ file }) => file);
  const there = [...files, values.sdk].filter((file) => existsSync(join(folder, file)));
  if (there.length > 0) {
    throw usage(
      `${folder} already has ${there.join(", ")}; nothing was written.`,
      "platform custom-bot init <another name>",
    );
  }
  for (const { source, file } of found) {
    const text = await readFile(join(from, source), "utf8");
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(
      join(folder, file),
      text.replaceAll("__NAME__", values.name).replaceAll("__SDK__", values.sdk),
      { flag: "wx" },
    );
  }
  return files;
}

/** npm leaves a file with the name .gitignore out of what it publishes. */
const writtenAs = (source: string): string => (source === "gitignore" ? ".gitignore" : source);
