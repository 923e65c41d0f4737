import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildByContent } from "../build/by-content.ts";
import { hidden, root } from "../root.ts";
import { Sources } from "../run/inputs.ts";
import { alone } from "./alone.ts";
import { type CompiledLanguage, compiledLanguages } from "./compiled.ts";

/**
 * Builds the reference bot of a language in its folder, if its sources have changed since: a build writes its programs anew,
 * and tests of another file may be running them.
 */
export const buildReferenceBot = ({ name }: CompiledLanguage): Promise<void> =>
  alone(`crossover-${name}`, import.meta.filename, name);

async function build({ name, build, program }: CompiledLanguage): Promise<void> {
  const bot = `crossover-${name}`;
  const folder = join(root, "examples", bot);
  const sources = [`examples/${bot}`, `sdks/${name}`];
  // Contains nothing: it says what the programs in the folder are made of.
  const built = join(hidden, bot);
  const forget = () => rmSync(built, { recursive: true, force: true });
  if (!existsSync(program(folder, bot, "main").at(-1)!)) forget();
  await buildByContent({
    ...{ built, sources: [], also: () => new Sources(root, sources).digest(sources, "") },
    async make() {
      // If it fails halfway, the programs are of no known sources.
      forget();
      await build(folder);
    },
  });
}

if (import.meta.main) await build(compiledLanguages.find(({ name }) => name === process.argv[2])!);
