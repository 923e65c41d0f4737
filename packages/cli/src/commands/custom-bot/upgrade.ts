import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { defineCommand } from "../../command.ts";
import { invalid, notFound } from "../../failure.ts";
import { isFolder } from "../../package/folder.ts";
import { placeSdk, type SdkLanguage, sdkPath } from "../../sdks/in-project.ts";

/**
 * Where a project declares the SDK, per language. The first group of `pattern` is kept, the rest of the match is
 * replaced.
 */
const asks: {
  file: string;
  language: SdkLanguage;
  pattern: RegExp;
  by(path: string): string;
  /** What to do afterwards. */
  install: string;
}[] = [
  {
    file: "package.json",
    language: "node",
    pattern: /("@botyard\/sdk"\s*:\s*)"([^"]*)"/,
    by: (path) => `"file:${path}"`,
    install: "if the dependencies are installed: npm install",
  },
  {
    file: "requirements.txt",
    language: "python",
    pattern: /^([ \t]*)(?:botyard(?![\w.-])[^\n#]*?|(?:\S*\/)?botyard-[^/\s]+\.whl)(?=[ \t]*(?:#|$))/m,
    by: (path) => `./${path}`,
    install: "if the dependencies are installed: pip install -r requirements.txt",
  },
  {
    file: "Cargo.toml",
    language: "rust",
    pattern: /^(botyard[ \t]*=[ \t]*)(?:"[^"\n]*"|\{[^}\n]*\})/m,
    by: (path) => `{ path = "${path}" }`,
    install: "cargo build --release",
  },
];

export default defineCommand({
  about: [
    "Copies the SDK included in this command into sdk/ of the custom bot's folder, removes other versions of it there, and sets its path in package.json, requirements.txt or Cargo.toml. A dependency on the SDK by version is replaced by the path. If the dependencies are installed, run npm install or pip install -r requirements.txt afterwards; for a bot in Rust, run cargo build --release.",
  ],
  examples: [
    ["Upgrade the custom bot in this folder", "platform custom-bot upgrade"],
    ["Upgrade the custom bot in another folder", "platform custom-bot upgrade ./my-bot"],
  ],
  arguments: [
    {
      name: "folder",
      help: "the custom bot's folder (default: the current folder)",
      optional: true,
      completes: "folders",
    },
  ],
  json: ["version", "sdk", "changed"],
  async run(context, [folder]) {
    const dir = resolve(context.cwd, folder ?? ".");
    if (!(await isFolder(dir))) throw notFound(`There is no folder ${folder ?? dir}.`);
    for (const { file, language, pattern, by, install } of asks) {
      const text = await readFile(join(dir, file), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "";
        throw error;
      });
      if (!pattern.test(text)) continue;
      const sdk = await sdkPath(context, language);
      const upgraded = text.replace(pattern, (_, before: string) => `${before}${by(sdk)}`);
      const replaced = await placeSdk(context, dir, language);
      const changed = upgraded !== text || replaced;
      if (upgraded !== text) await writeFile(join(dir, file), upgraded);
      const document = { version: context.version, sdk, changed };
      context.print(document, () => `${file} uses SDK ${context.version} from ${sdk}.\n`);
      context.note(`Next, ${install}`);
      return undefined;
    }
    throw invalid(
      `None of package.json, requirements.txt and Cargo.toml in ${dir} requires the SDK.`,
      [],
      "platform custom-bot init <name>    (creates an example)",
    );
  },
});
