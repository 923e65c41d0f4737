import { chmod, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type BotConfig,
  findRuntime,
  formatProblem,
  hasErrors,
  type PackEntry,
  type Runtime,
  type Runtimes,
  type Target,
  validateConfig,
} from "@botyard/manifest";
import { withoutByteOrderMark } from "../bots/instance-file.ts";
import { checkConfigObject } from "../bots/params.ts";
import type { Context } from "../context.ts";
import { vendorDependencies, withoutIgnored } from "../dependencies/by-runtime.ts";
import { invalid, notFound } from "../failure.ts";
import { checkFolder } from "../package/check.ts";

/** A bot's folder, prepared as the platform would run it. */
export interface Project {
  bot: BotConfig;
  runtime: Runtime;
  /** Folder of the unpacked package: the bot's files and its vendored dependencies. */
  codeDir: string;
  /** The config as JSON text, with the defaults of the schema. */
  config: string;
}

export interface ProjectOptions {
  dir: string;
  runtimes: Runtimes;
  /** Describes what bots of a runtime run on. */
  target(runtime: Runtime): Promise<Target>;
  /** Instance configuration file to take `config` from (default: instance.json, if it exists). */
  instance?: string;
  /** The config as JSON text; overrides `instance`. */
  config?: string;
}

/**
 * Checks a bot's folder and writes its package to `codeDir`.
 *
 * @throws {Failure} exit code 6 with every problem found; 5 if a file does not exist
 */
export async function layOut(context: Context, options: ProjectOptions, codeDir: string): Promise<Project> {
  const checked = await checkFolder(context, options.dir, { runtimes: options.runtimes, allowSecrets: true });
  const { config: bot, problems, schema } = checked;
  if (hasErrors(problems) || !bot || !schema) {
    const errors = problems.filter(({ severity }) => severity === "error");
    throw invalid(`The custom bot in ${options.dir} is not valid.`, errors.map(formatProblem));
  }
  const runtime = findRuntime(bot.runtime, options.runtimes)!;
  const given = await configText(options);
  const filled = validateConfig(schema, JSON.parse(given.text));
  if (filled.problems.length > 0) {
    throw invalid(
      `The config in ${given.from} does not match ${bot.schema.bot}.`,
      filled.problems.map(({ pointer, message }) => `${pointer || "/"}: ${message}`),
    );
  }
  const vendored = await withoutIgnored(
    options.dir,
    await vendorDependencies(context, options.dir, runtime, await targetOf(options, runtime)),
  );
  try {
    const entries = new Map([...checked.entries, ...vendored.entries].map((entry) => [entry.path, entry]));
    for (const entry of entries.values()) await place(entry, codeDir);
  } finally {
    await vendored.dispose();
  }
  return { bot, runtime, codeDir, config: JSON.stringify(filled.config) };
}

/** Packages for Python depend on its version, of which a machine may have several. The platform's machine is a Linux. */
async function targetOf(options: ProjectOptions, runtime: Runtime): Promise<Target | undefined> {
  const isPython = runtime.entryExtensions.includes(".py");
  return isPython && process.platform === "linux" ? options.target(runtime) : undefined;
}

async function place(entry: PackEntry, codeDir: string): Promise<void> {
  const to = join(codeDir, entry.path);
  await mkdir(dirname(to), { recursive: true });
  if ("from" in entry) await copyFile(entry.from, to);
  else await writeFile(to, entry.content);
  await chmod(to, entry.executable ? 0o755 : 0o644);
}

async function configText({
  dir,
  instance,
  config,
}: ProjectOptions): Promise<{ text: string; from: string }> {
  if (config !== undefined) return { text: config, from: "--config" };
  const file = instance ?? join(dir, "instance.json");
  const read = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" && instance === undefined) return '{"config":{}}';
    if (error.code === "ENOENT") throw notFound(`There is no file ${instance}.`);
    throw error;
  });
  const text = withoutByteOrderMark(read);
  await checkConfigObject(text, file);
  const { config: own } = JSON.parse(text) as { config?: unknown };
  return { text: JSON.stringify(own ?? {}), from: file };
}
