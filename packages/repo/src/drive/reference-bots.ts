import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { hidden, root } from "../root.ts";
import { Sources } from "../run/inputs.ts";
import { type CompiledLanguage, compiledLanguages } from "./compiled.ts";

/**
 * Builds the reference bot of a language in its folder. Does nothing if it has been built from the same sources: a build
 * writes its programs anew, and tests of another file may be running them.
 */
export async function buildReferenceBot({ name }: CompiledLanguage): Promise<void> {
  mkdirSync(hidden, { recursive: true });
  const lock = join(hidden, `crossover-${name}.lock`);
  await promisify(execFile)("flock", ["-o", lock, process.execPath, import.meta.filename, name]);
}

async function build(name: string): Promise<void> {
  const language = compiledLanguages.find((one) => one.name === name)!;
  const bot = `crossover-${name}`;
  const folder = join(root, "examples", bot);
  const program = language.program(folder, bot, "main").at(-1)!;
  const builtFrom = join(hidden, `${bot}.sha256`);
  const sources = [`examples/${bot}`, `sdks/${name}`];
  const digest = new Sources(root, sources).digest(sources, "");
  if (existsSync(program) && existsSync(builtFrom) && readFileSync(builtFrom, "utf8") === digest) return;
  await language.build(folder);
  writeFileSync(builtFrom, digest);
}

if (import.meta.main) await build(process.argv[2]!);
