import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { build } from "../../run/testee-folder.ts";
import { packageFolder } from "../../spec/package-folder.ts";
import { loadTestee } from "../../testee/index.ts";

interface Adapter {
  runtime: string;
  entry: string;
  /** Query program, if it is written in another way. */
  query?: string;
  /** Program that the runtime needs, if a bot does not start without it. */
  needs?: string;
  /** File or folder of the build, from the folder of the suite; the contents of a folder are packed. */
  built: string;
}

/** The adapters of the SDKs as custom bots: the program is the bot and its query program. */
const adapters: Record<string, Adapter> = {
  cpp: { runtime: "gcc13", entry: "adapter", built: "../.botyard/cpp/testee/adapter" },
  csharp: { runtime: "dotnet10", entry: "adapter.dll", needs: "dotnet", built: "testees/csharp/bin/adapter" },
  haskell: { runtime: "ghc96", entry: "adapter", built: "testees/haskell/dist/adapter" },
  node: { runtime: "nodejs24", entry: "adapter.cjs", built: "testees/node/dist" },
  python: { runtime: "python311", entry: "adapter.py", built: "testees/python/dist" },
  rust: { runtime: "rust-stable", entry: "adapter", built: "../.botyard/cargo/debug/adapter" },
  scala: {
    runtime: "scala3",
    entry: "adapter-1.jar",
    query: "adapter-1.jar:adapter.Adapter",
    needs: "java",
    built: "testees/scala/target/adapter-1.jar",
  },
};

/** Those that are built in a second, from what every clone has. */
const quick = ["node", "python"];

/** Names of the packages that are made of adapters: `adapter-rust-scheduled`. */
export const adapterPackages = Object.keys(adapters).flatMap((language) =>
  ["realtime", "scheduled"].map((type) => `adapter-${language}-${type}`),
);

/** Builds the adapters that are built quickly, and returns which ones are missing, with the reasons. */
export async function missingAdapters(stop: AbortSignal): Promise<Record<string, string>> {
  const missing: Record<string, string> = {};
  for (const [language, { built, needs }] of Object.entries(adapters)) {
    if (!existsSync(join(packageFolder(), "testees", language))) {
      missing[`sdk-${language}`] = "the adapters are only in the repository";
      continue;
    }
    if (needs !== undefined && !isOnPath(needs)) {
      missing[`sdk-${language}`] = `there is no ${needs} on PATH`;
      continue;
    }
    const problem = quick.includes(language) ? await build(loadTestee(language), stop) : undefined;
    if (problem !== undefined) missing[`sdk-${language}`] = problem;
    else if (!existsSync(join(packageFolder(), built)))
      missing[`sdk-${language}`] = `its adapter is not built: npm run conformance -- --testee ${language}`;
  }
  return missing;
}

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Returns the files of a package of an adapter; undefined for another package. */
export function adapterFiles(name: string): Record<string, string | Uint8Array> | undefined {
  const [, language, type] = /^adapter-(\w+)-(\w+)$/.exec(name) ?? [];
  const adapter = language === undefined ? undefined : adapters[language];
  if (!adapter || type === undefined) return undefined;
  const { runtime, entry, query = entry, built } = adapter;
  const config = [
    `name: conformance-${name}`,
    'version: "1.0.0"',
    `type: ${type}`,
    `runtime: ${runtime}`,
    `entrypoints: { bot: "${entry}", query: "${query}" }`,
    "schema: { bot: bot-schema.json }",
  ].join("\n");
  const programs = join(packageFolder(), "platform", "programs");
  return {
    ...builtFiles(join(packageFolder(), built)),
    "bot-config.yaml": `${config}\n`,
    "bot-schema.json": '{"type":"object","properties":{"depth":{"type":"integer","default":3}}}',
    // The adapter finds it by CONF_SCRIPT, which the platform passes to every bot.
    "script.json": readFileSync(join(programs, `adapter-${type}.json`), "utf8"),
  };
}

function builtFiles(path: string): Record<string, Uint8Array> {
  if (!statSync(path).isDirectory()) return { [path.slice(path.lastIndexOf("/") + 1)]: readFileSync(path) };
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    names
      .filter((name) => !name.includes("__pycache__") && statSync(join(path, name)).isFile())
      .map((name) => [name, readFileSync(join(path, name))]),
  );
}
