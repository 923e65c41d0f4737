import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { whyNotBuilt } from "../../../packages/repo/src/run/languages.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const isThorough = process.env.BOTYARD_THOROUGH === "1";
const work = mkdtempSync(join(tmpdir(), "botyard-earlier-"));
afterAll(() => rmSync(work, { recursive: true }));

/** Where the published archive of each SDK belongs in a clone, beside which its adapter finds it. */
const places: Record<string, string> = {
  cpp: "sdks/cpp",
  csharp: "sdks/csharp",
  haskell: "sdks/haskell",
  node: "node_modules/@botyard/sdk",
  python: "sdks/python/src",
  rust: "sdks/rust",
  scala: "sdks/scala",
};

/** Unpacks the SDK of a language and its adapter as in a clone; returns the folder of the adapter. */
async function unpack(version: string, language: string): Promise<string> {
  const clone = join(work, `${version}-${language}`);
  const archives = join(import.meta.dirname, version);
  const adapter = join(clone, "conformance/testees", language);
  for (const folder of ["unpacked", ".botyard", places[language]!])
    mkdirSync(join(clone, folder), { recursive: true });
  const stem = { node: "botyard-sdk-", python: "botyard-0" }[language] ?? `botyard-${language}-`;
  const archive = join(archives, readdirSync(archives).find((name) => name.startsWith(stem))!);
  const unpacked = join(clone, "unpacked");
  if (archive.endsWith(".whl"))
    await run("python3", ["-m", "zipfile", "-e", archive, join(clone, places.python!)]);
  else await run("tar", ["-xzf", archive, "-C", unpacked]);
  await run("tar", ["-xzf", join(archives, "adapters.tgz"), "-C", clone]);
  if (language === "node") {
    rmSync(join(clone, places.node!), { recursive: true });
    renameSync(join(unpacked, "package"), join(clone, places.node!));
    await bundle(adapter);
  } else if (language === "rust") {
    for (const crate of ["botyard", "botyard-core"])
      renameSync(join(unpacked, "package", crate), join(clone, places.rust!, crate));
  } else if (language !== "python") {
    cpSync(join(unpacked, "package/botyard"), join(clone, places[language]!), { recursive: true });
  }
  return adapter;
}

/** The adapter of Node was built from sources, as tests of the repository are; this one is built from the package. */
async function bundle(adapter: string): Promise<void> {
  await build({
    entryPoints: [join(adapter, "adapter.mjs")],
    outfile: join(adapter, "dist/adapter.cjs"),
    ...{ bundle: true, platform: "node", target: "node22", format: "cjs", logLevel: "silent" },
    define: { "import.meta.url": "__filename" },
  });
}

const languages = isThorough ? Object.keys(places) : ["node", "python"];
// All of it takes minutes; the quick tier runs what has most of the clauses whose meaning could change.
const areas = isThorough ? [] : ["--area", "one-shot", "--area", "request"];

test.for(languages)(
  "the SDK for %s that was published with contract 1.0 keeps what 1.0 asks",
  {
    timeout: 1_800_000,
  },
  async (language, { skip }) => {
    const lacking = await whyNotBuilt(language);
    skip(lacking !== undefined, lacking);
    const adapter = await unpack("1.0", language);
    const options = ["--requirements", "1.0", "--testee", adapter, ...areas];
    const built = language === "node" ? ["--no-build"] : [];
    const main = join(root, "conformance/src/main.ts");
    const { stdout } = await run(process.execPath, [main, ...options, ...built], {
      cwd: work,
      maxBuffer: 2 ** 26,
    }).catch((failed: { stdout: string; stderr: string }) => ({ stdout: failed.stdout + failed.stderr }));
    expect(stdout).toMatch(/\n\d+ verdicts in .* s, 0 failed\n/);
  },
);
