import { whyNotBuilt } from "../run/languages.ts";
import { cargo, cargoEnvironment } from "./cargo.ts";
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
  program: (folder, name, program) => [
    `${folder}/target/release/${program === "main" ? name : `${name}-query`}`,
  ],
  sdk: { "sdk/botyard": "sdks/rust/botyard", "sdk/botyard-core": "sdks/rust/core" },
};

const scala: CompiledLanguage = {
  name: "scala",
  runtime: "scala3",
  whyNot: await whyNotBuilt("scala"),
  environment: {},
  build: (folder) => maven(folder, "package"),
  program: (folder, name, program) => {
    const jar = `${folder}/target/${name}.jar`;
    return program === "main" ? ["java", "-jar", jar] : ["java", "-cp", jar, "crossover.Query"];
  },
  sdk: { "sdk/botyard": "sdks/scala" },
};

export const compiledLanguages: CompiledLanguage[] = [rust, scala];

/** Those that this machine can build. */
export const builtLanguages = compiledLanguages.filter(({ whyNot }) => whyNot === undefined);
