import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { type CompiledLanguage, compiledLanguages } from "./compiled.ts";
import { alone, once } from "./once.ts";

/**
 * Builds the reference bot of a language in its folder, once: a build writes its programs anew, and tests of another file may
 * be running them.
 */
export const buildReferenceBot = ({ name }: CompiledLanguage): Promise<void> =>
  alone(`crossover-${name}`, import.meta.filename, name);

async function build({ name, build, program }: CompiledLanguage): Promise<void> {
  const bot = `crossover-${name}`;
  const folder = join(root, "examples", bot);
  const sources = [`examples/${bot}`, `sdks/${name}`];
  await once({
    ...{ name: bot, sources, folders: sources },
    isThere: () => existsSync(program(folder, bot, "main").at(-1)!),
    make: () => build(folder),
  });
}

if (import.meta.main) await build(compiledLanguages.find(({ name }) => name === process.argv[2])!);
