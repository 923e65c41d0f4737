import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { usage } from "../failure.ts";

/** Copies a template into a folder. Overwrites nothing: one file that is there already refuses all of it. */
export async function writeTemplate(
  home: string,
  template: string,
  folder: string,
  values: { name: string; sdk: string },
): Promise<string[]> {
  const from = join(home, "templates", template);
  const files = (await readdir(from)).sort();
  const there = files.filter((file) => existsSync(join(folder, file)));
  if (there.length > 0) {
    throw usage(
      `${folder} already has ${there.join(", ")}; nothing was written.`,
      "platform custom-bot init <another name>",
    );
  }
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    const text = await readFile(join(from, file), "utf8");
    await writeFile(
      join(folder, file),
      text.replaceAll("__NAME__", values.name).replaceAll("__SDK__", values.sdk),
      { flag: "wx" },
    );
  }
  return files;
}
