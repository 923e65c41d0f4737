import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { whyNotBuilt } from "../run/languages.ts";
import { locked } from "../run/locked.ts";
import { cargo, cargoEnvironment } from "./cargo.ts";
import { cmake, cmakeEnvironment } from "./cmake.ts";
import { maven } from "./maven.ts";

/** A compiled language, as tests build bots in it: the documented way, with shared caches. */
export interface CompiledLanguage {
  /** Its name in `sdks/` and of its reference bot, `crossover-<name>`. */
  name: string;
  runtime: string;
  /** Why this machine cannot build it; undefined if it can. */
  whyNot: string | undefined;
  /** The environment of the documented commands. */
  environment: Record<string, string>;
  /** Builds the bot in a folder with the documented command. Rejects with its output if it fails. */
  build(folder: string): Promise<void>;
  /** Runs the bot's own tests with the documented command. Rejects with its output if they fail. */
  test?(folder: string): Promise<void>;
  /** Returns the command of a program of the built bot `name`. */
  program(folder: string, name: string, program: "main" | "query"): string[];
  /** The folders of the SDK in a project, and where their files lie in the clone. */
  sdk: Record<string, string>;
}

const rust: CompiledLanguage = {
  name: "rust",
  runtime: "rust-stable",
  whyNot: await whyNotBuilt("rust"),
  environment: cargoEnvironment,
  build: (folder) => cargo(folder, "build", "--release"),
  test: (folder) => cargo(folder, "test"),
  program: (folder, name, program) => [
    `${folder}/target/release/${program === "main" ? name : `${name}-query`}`,
  ],
  sdk: { "sdk/botyard": "sdks/rust/botyard", "sdk/botyard-core": "sdks/rust/core" },
};

const cpp: CompiledLanguage = {
  name: "cpp",
  runtime: "gcc13",
  whyNot: await whyNotBuilt("cpp"),
  // Optimising takes longer than anything that a test runs.
  environment: cmakeEnvironment,
  build: async (folder) => {
    await cmake(folder, "-B", "build");
    await cmake(folder, "--build", "build", "--parallel", "2");
  },
  test: async (folder) => {
    await cmake(folder, "-B", "build", "-DBUILD_TESTING=ON");
    await cmake(folder, "--build", "build", "--parallel", "2");
    await promisify(execFile)("ctest", ["--test-dir", "build", "--output-on-failure"], { cwd: folder });
  },
  program: (folder, name, program) => [`${folder}/build/${program === "main" ? name : `${name}-query`}`],
  sdk: { "sdk/botyard": "sdks/cpp" },
};

const dotnetEnvironment = { DOTNET_CLI_TELEMETRY_OPTOUT: "1", DOTNET_NOLOGO: "1", NO_COLOR: "1" };

async function dotnet(folder: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, ...dotnetEnvironment };
  await promisify(execFile)(...locked("csharp", "dotnet", ...args), { cwd: folder, env });
}

const csharp: CompiledLanguage = {
  name: "csharp",
  runtime: "dotnet10",
  whyNot: await whyNotBuilt("csharp"),
  environment: dotnetEnvironment,
  build: (folder) => dotnet(folder, "build", "--configuration", "Release"),
  test: (folder) => dotnet(folder, "test", "test"),
  program: (folder, name, program) => [
    "dotnet",
    `${folder}/build/${program === "main" ? name : `${name}-query`}.dll`,
  ],
  sdk: { "sdk/botyard": "sdks/csharp" },
};

const haskell: CompiledLanguage = {
  name: "haskell",
  runtime: "ghc96",
  whyNot: await whyNotBuilt("haskell"),
  environment: {},
  async build(folder) {
    await promisify(execFile)(...locked("haskell", "sh", "build.sh"), { cwd: folder });
  },
  async test(folder) {
    const command = ["cabal", "--config-file=/dev/null", "test"];
    await promisify(execFile)(...locked("haskell", ...command), { cwd: folder });
  },
  program: (folder, name, program) => [`${folder}/bin/${program === "main" ? name : `${name}-query`}`],
  sdk: { "sdk/botyard": "sdks/haskell" },
};

const scala: CompiledLanguage = {
  name: "scala",
  runtime: "scala3",
  whyNot: await whyNotBuilt("scala"),
  environment: {},
  build: (folder) => maven(folder, "package"),
  test: (folder) => maven(folder, "test"),
  program: (folder, name, program) => {
    const jar = `${folder}/target/${name}.jar`;
    return program === "main" ? ["java", "-jar", jar] : ["java", "-cp", jar, "crossover.Query"];
  },
  sdk: { "sdk/botyard": "sdks/scala" },
};

export const compiledLanguages: CompiledLanguage[] = [rust, cpp, csharp, scala, haskell];

/** Those that this machine can build. */
export const builtLanguages = compiledLanguages.filter(({ whyNot }) => whyNot === undefined);
