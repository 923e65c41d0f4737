import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { usage } from "../failure.ts";

export interface TemplateValues {
  name: string;
  runtime: string;
  /** Path of the SDK archive, relative to the new folder. */
  sdk: string;
}

/**
 * Copies a template into a folder. Returns the paths of its files, relative to the folder.
 *
 * @throws {Failure} exit code 2 if one of the files exists already; nothing is written then
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
      text
        .replaceAll("__NAME__", values.name)
        .replaceAll("__RUNTIME__", values.runtime)
        .replaceAll("__SDK__", values.sdk),
      { flag: "wx" },
    );
  }
  return files;
}

/** The template is named `gitignore`, because npm does not publish files named `.gitignore`. */
const writtenAs = (source: string): string => (source === "gitignore" ? ".gitignore" : source);
