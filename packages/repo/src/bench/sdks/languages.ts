import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { maven } from "../../drive/maven.ts";
import { hidden, root } from "../../root.ts";
import { run } from "../../run/command.ts";
import { whyNotBuilt } from "../../run/languages.ts";
import { findPython } from "../../run/toolchains.ts";

/**
 * The programs that each language has in `packages/repo/bench/<language>`:
 *
 * - `metric ROUNDS CALLS` and `state ROUNDS` time the SDK and the language's own way in turn and print the nanoseconds
 *   of each call as `{"sdk": […], "bare": […]}` on standard error
 * - `empty` does nothing
 * - `idle` writes a metric and waits, as a realtime bot does between two looks
 * - `query` answers `/ping` with the SDK, and `hello` does the same with the HTTP library alone, on `QUERY_PORT`
 */
export type Program = "metric" | "state" | "empty" | "idle" | "query" | "hello";

export interface Language {
  name: string;
  /** The folder of its programs, and its name in `--only sdks/<folder>`. */
  folder: string;
  /** What its server is compared with. */
  http: string;
  /** The target of a one-shot query: a compiled program starts in about a millisecond. */
  oneShotAtMost: number;
  /** Returns the programs' commands, or a sentence that says which toolchain is missing. */
  build(): Promise<((program: Program) => string[]) | string>;
}

const sources = join(root, "packages", "repo", "bench");
const built = join(hidden, "bench");

export const languages: Language[] = [
  {
    name: "Python",
    folder: "python",
    http: "http.server",
    oneShotAtMost: 1.3,
    async build() {
      const python = await findPython();
      if (python === undefined) return "Python 3.11 or newer was not found on PATH.";
      const folder = fresh("python");
      await must(python, "-m", "zipfile", "-e", await archive(/\.whl$/), folder);
      // As an installation does; otherwise the first start would, and only if it may write there.
      await must(python, "-m", "compileall", "-q", folder);
      return (program) => [python, join(folder, `${program}.py`)];
    },
  },
  {
    name: "Node",
    folder: "node",
    http: "node:http",
    oneShotAtMost: 1.3,
    async build() {
      const folder = fresh("node");
      const sdk = join(folder, "node_modules", "@botyard", "sdk");
      mkdirSync(sdk, { recursive: true });
      await must("tar", "-xzf", await archive(/^botyard-sdk-.*\.tgz$/), "-C", sdk, "--strip-components", "1");
      return (program) => [process.execPath, join(folder, `${program}.mjs`)];
    },
  },
  {
    name: "Rust",
    folder: "rust",
    http: "hyper",
    oneShotAtMost: 2,
    async build() {
      if ((await run("cargo", ["--version"], { quiet: true })).code !== 0)
        return "cargo was not found on PATH; install Rust from https://rustup.rs.";
      // Cargo's own cache makes the next build short, so this folder is kept.
      const target = join(built, "rust");
      const manifest = join(sources, "rust", "Cargo.toml");
      await must(
        ...["cargo", "build", "--release", "--locked", "--quiet"],
        ...["--manifest-path", manifest, "--target-dir", target],
      );
      return (program) => [join(target, "release", program)];
    },
  },
  {
    name: "C++",
    folder: "cpp",
    http: "Boost.Beast",
    oneShotAtMost: 2,
    async build() {
      const lacking = await whyNotBuilt("cpp");
      if (lacking !== undefined) return lacking;
      const target = join(built, "cpp");
      await must("cmake", "-S", join(sources, "cpp"), "-B", target, "-DCMAKE_BUILD_TYPE=Release");
      await must("cmake", "--build", target, "--parallel", "2");
      return (program) => [join(target, program)];
    },
  },
  {
    name: "C#",
    folder: "csharp",
    http: "ASP.NET Core",
    oneShotAtMost: 1.3,
    async build() {
      if ((await run("dotnet", ["--version"], { quiet: true })).code !== 0)
        return "dotnet was not found on PATH; install it from https://dotnet.microsoft.com/download.";
      const folder = join(sources, "csharp");
      await must("dotnet", "build", join(folder, "bench.slnx"), "--configuration", "Release", "--nologo");
      return (program) => ["dotnet", join(folder, program, "bin", "Release", "net10.0", `${program}.dll`)];
    },
  },
  {
    name: "Scala",
    folder: "scala",
    http: "Netty",
    oneShotAtMost: 1.3,
    async build() {
      const lacking = await whyNotBuilt("scala");
      if (lacking !== undefined) return lacking;
      const folder = join(sources, "scala");
      await maven(folder, "package");
      const jar = join(folder, "target", "bench.jar");
      // As the platform starts bots and query programs.
      const bot = ["-XX:+UseSerialGC", "-cp", jar];
      const query = ["-XX:TieredStopAtLevel=1", ...bot];
      const options = (program: Program) => (["metric", "state", "idle"].includes(program) ? bot : query);
      const main = (program: Program) => `bench.${program[0]!.toUpperCase()}${program.slice(1)}`;
      return (program) => ["java", ...options(program), main(program)];
    },
  },
  {
    name: "Haskell",
    folder: "haskell",
    http: "warp",
    oneShotAtMost: 2,
    async build() {
      const lacking = await whyNotBuilt("haskell");
      if (lacking !== undefined) return lacking;
      const folder = join(sources, "haskell");
      // The folder of all cabal builds of the repository, so that the SDK is compiled once.
      const cabal = ["--config-file=/dev/null", "-v0", `--builddir=${join(hidden, "cabal")}`];
      const all = (...args: string[]) =>
        run("sh", ["-c", 'cd "$1" && shift && exec cabal "$@"', "sh", folder, ...args], { quiet: true });
      const [config, ...options] = cabal;
      const { code, output } = await all(config!, "build", ...options, "all:exes");
      if (code !== 0) throw new Error(output);
      const listed = await all(config!, "list-bin", ...options, "exe:empty");
      const built = listed.output.trim();
      return (program) => [built.replaceAll("/empty", `/${program}`)];
    },
  },
];

/** Copies a language's programs into an empty folder. */
function fresh(language: string): string {
  const folder = join(built, language);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(sources, language), folder, { recursive: true });
  return folder;
}

let packing: Promise<void> | undefined;

/** Returns the archive of an SDK as it is published, made from the sources as they are now. */
async function archive(name: RegExp): Promise<string> {
  const cli = join(root, "packages", "cli");
  packing ??= must(process.execPath, join(cli, "src", "sdks", "make", "main.ts"));
  await packing;
  const folder = join(cli, "sdks");
  return join(folder, readdirSync(folder).find((file) => name.test(file))!);
}

async function must(command: string, ...args: string[]): Promise<void>;
async function must(...command: string[]): Promise<void>;
async function must(...[command = "", ...args]: string[]): Promise<void> {
  const { code, output } = await run(command, args, { quiet: true });
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${output.trimEnd()}`);
}
