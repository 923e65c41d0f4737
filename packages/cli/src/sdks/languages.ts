import { csharpRequirement } from "./requires/csharp.ts";
import { haskellRequirement } from "./requires/haskell.ts";
import { inFile, type Requirement } from "./requires/requirement.ts";
import { scalaRequirement } from "./requires/scala.ts";

/** How the sources of an SDK lie in a project. All lie below `sdk/`. */
export interface SourceTree {
  /** What the project's build file names. */
  path: string;
  /** The file with the SDK's version, and where it is in the file. */
  version: { file: string; pattern: RegExp };
  /** A lock file of the archive with tested versions of dependencies, for projects that have none. */
  lock?: string;
}

/** An SDK that this command includes, and how a project in its language uses it. */
export interface SdkLanguage {
  /** The runtime of its templates. */
  runtime: string;
  /** The file name of its archive; the first group is the version. */
  archive: RegExp;
  /** How its sources lie in a project; absent if the archive itself is copied, for npm or pip to install. */
  sources?: SourceTree;
  /** How its build files require the SDK. */
  requires: Requirement;
  /** What to do after the SDK was replaced. */
  install: string;
  /** The command that compiles a bot. */
  build?: string;
  /** Returns the end of a sentence that says why a bot cannot have this name; undefined if it can. */
  nameFault?(name: string): string | undefined;
}

const node: SdkLanguage = {
  runtime: "nodejs24",
  archive: /^botyard-sdk-(.+)\.tgz$/,
  requires: inFile("package.json", /("@botyard\/sdk"\s*:\s*)"([^"]*)"/, (path) => `"file:${path}"`),
  install: "if the dependencies are installed: npm install",
};

const python: SdkLanguage = {
  runtime: "python311",
  archive: /^botyard-(.+)-py3-none-any\.whl$/,
  requires: inFile(
    "requirements.txt",
    /^([ \t]*)(?:botyard(?![\w.-])[^\n#]*?|(?:\S*\/)?botyard-[^/\s]+\.whl)(?=[ \t]*(?:#|$))/m,
    (path) => `./${path}`,
  ),
  install: "if the dependencies are installed: pip install -r requirements.txt",
};

const rust: SdkLanguage = {
  runtime: "rust-stable",
  archive: /^botyard-rust-(.+)\.tgz$/,
  sources: {
    path: "sdk/botyard",
    version: { file: "sdk/botyard/Cargo.toml", pattern: /^version = "([^"]+)"/m },
    lock: "Cargo.lock",
  },
  requires: inFile(
    "Cargo.toml",
    // The tests require it with features.
    /^(botyard[ \t]*=[ \t]*)(?:"[^"\n]*"|\{(?:(?=[^}\n]*\b(features[ \t]*=[ \t]*\[[^\]\n]*\]))|)[^}\n]*\})/gm,
    (path, features) => `{ path = "${path}"${features === undefined ? "" : `, ${features}`} }`,
  ),
  install: "cargo build --release",
  build: "cargo build --release",
  nameFault: (name) =>
    /^\d/.test(name) || ["botyard", "build", "deps", "examples", "incremental"].includes(name)
      ? "cannot be the name of a Rust package: cargo reserves it, or it starts with a digit"
      : undefined,
};

const cpp: SdkLanguage = {
  runtime: "gcc13",
  archive: /^botyard-cpp-(.+)\.tgz$/,
  sources: {
    path: "sdk/botyard",
    version: { file: "sdk/botyard/CMakeLists.txt", pattern: /^project\(botyard VERSION (\S+)/m },
  },
  requires: inFile(
    "CMakeLists.txt",
    /^([ \t]*)(?:find_package[ \t]*\([ \t]*botyard\b[^)]*\)|add_subdirectory[ \t]*\([^)\n]*\bbotyard[ \t]*\))/m,
    (path) => `add_subdirectory(${path})`,
  ),
  install: "cmake --build build",
  build: "cmake -B build && cmake --build build --parallel 4",
  nameFault: (name) =>
    ["all", "botyard", "botyard-testing", "clean", "help", "install", "package", "test"].includes(name)
      ? "cannot be the name of a CMake target: CMake or the SDK uses it"
      : undefined,
};

const csharp: SdkLanguage = {
  runtime: "dotnet10",
  archive: /^botyard-csharp-(.+)\.tgz$/,
  sources: {
    path: "sdk/botyard",
    version: { file: "sdk/botyard/src/Botyard/Botyard.csproj", pattern: /<Version>([^<]+)</ },
  },
  requires: csharpRequirement,
  install: "dotnet build --configuration Release",
  build: "dotnet build --configuration Release",
  nameFault: (name) =>
    name === "botyard" ? "cannot be the name of a .NET assembly beside the SDK, which is Botyard" : undefined,
};

const haskell: SdkLanguage = {
  runtime: "ghc96",
  archive: /^botyard-haskell-(.+)\.tgz$/,
  sources: {
    path: "sdk/botyard",
    version: { file: "sdk/botyard/botyard.cabal", pattern: /^version:[ \t]*(\S+)/m },
  },
  requires: haskellRequirement,
  install: "sh build.sh, or cabal build without it",
  build: "sh build.sh",
  nameFault: (name) =>
    name === "botyard" || name.split("-").some((word) => !/[a-z]/.test(word))
      ? "cannot be the name of a Haskell package: it is taken, or a word between hyphens has no letter"
      : undefined,
};

const scala: SdkLanguage = {
  runtime: "scala3",
  archive: /^botyard-scala-(.+)\.tgz$/,
  sources: {
    path: "sdk/botyard",
    version: { file: "sdk/botyard/pom.xml", pattern: /^ {2}<version>([^<]+)<\/version>/m },
  },
  requires: scalaRequirement,
  install: "mvn package",
  build: "mvn package",
};

/** The SDKs by language. */
export const languages = { python, node, rust, cpp, csharp, scala, haskell } satisfies Record<
  string,
  SdkLanguage
>;

/** Returns the language of a built-in runtime. That of its templates may be another version of the same language. */
export const languageOf = (runtime: string): SdkLanguage =>
  Object.values<SdkLanguage>(languages).find(
    (language) => languageName(language.runtime) === languageName(runtime),
  )!;

/** Returns `python` of `python311` and `python3`. */
const languageName = (runtime: string): string => /^(python|nodejs)?/.exec(runtime)![0] || runtime;

/** The build files of the templates, as words. */
export const buildFiles = listed(Object.values(languages).map(({ requires }) => requires.names[0]));

/** The build files that can require an SDK, as words. */
export const allBuildFiles = listed(Object.values(languages).flatMap(({ requires }) => requires.names));

function listed(files: readonly string[]): string {
  return `${files.slice(0, -1).join(", ")} and ${files.at(-1)}`;
}
