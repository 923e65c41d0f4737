import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { InstanceConfig } from "@botyard/client";
import type { Context } from "../context.ts";
import { invalid, notFound, usage } from "../failure.ts";

/** Reads an instance configuration file and runs the checks that need no platform. `-` is standard input. */
export async function readInstance(context: Context, file: string): Promise<InstanceConfig> {
  const { checkInstanceFile, formatProblem, hasErrors } = await import("@botyard/manifest");
  const text =
    file === "-"
      ? withoutByteOrderMark(await context.readStdin("the instance configuration"))
      : await readText(context, file);
  const shown = file === "-" ? "standard input" : file;
  const { problems } = checkInstanceFile(text, shown);
  const { showWarnings } = await import("../output/warnings.ts");
  showWarnings(context, problems);
  if (hasErrors(problems)) {
    const errors = problems.filter(({ severity }) => severity === "error");
    throw invalid(
      `${shown === file ? file : "Standard input"} is not a valid instance configuration; nothing was sent.`,
      errors.map(formatProblem),
    );
  }
  return JSON.parse(text) as InstanceConfig;
}

/** Returns the text of a file, without a byte order mark. */
export async function readText(context: Context, file: string): Promise<string> {
  try {
    return withoutByteOrderMark(await readFile(resolve(context.cwd, file), "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw notFound(`There is no file ${file}.`);
    if (code === "EISDIR") throw usage(`${file} is a folder, not a file.`);
    throw usage(`Cannot read ${file}: ${message}`);
  }
}

export const withoutByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, "");
