import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { defineCommand } from "../../command.ts";
import { invalid, notFound } from "../../failure.ts";
import { isFolder } from "../../package/folder.ts";
import { placeSdk, type SdkLanguage, sdkPath } from "../../sdks/in-project.ts";

/** Where each language's projects name the SDK: what stands before it, what asks for it, what stands after it. */
const asks: { file: string; language: SdkLanguage; pattern: RegExp; by(path: string): string }[] = [
  {
    file: "package.json",
    language: "node",
    pattern: /("@botyard\/sdk"\s*:\s*)"([^"]*)"/,
    by: (path) => `"file:${path}"`,
  },
  {
    file: "requirements.txt",
    language: "python",
    pattern: /^([ \t]*)(?:botyard(?![\w.-])[^\n#]*?|(?:\S*\/)?botyard-[^/\s]+\.whl)(?=[ \t]*(?:#|$))/m,
    by: (path) => `./${path}`,
  },
];

export default defineCommand({
  about: [
    "Puts the SDK that this command carries into sdk/ of the custom bot's folder, in place of an older one, and its path into package.json or requirements.txt. Run npm install or pip install -r requirements.txt afterwards where you have installed the dependencies. A bot that asks for the SDK by a version instead is changed over to the path.",
  ],
  examples: [
    ["The custom bot in this folder", "platform custom-bot upgrade"],
    ["Another one", "platform custom-bot upgrade ./my-bot"],
  ],
  arguments: [
    {
      name: "folder",
      help: "the custom bot's folder (default: this one)",
      optional: true,
      completes: "folders",
    },
  ],
  json: ["version", "sdk", "changed"],
  async run(context, [folder]) {
    const dir = resolve(context.cwd, folder ?? ".");
    if (!(await isFolder(dir))) throw notFound(`There is no folder ${folder ?? dir}.`);
    for (const { file, language, pattern, by } of asks) {
      const text = await readFile(join(dir, file), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "";
        throw error;
      });
      if (!pattern.test(text)) continue;
      const sdk = await sdkPath(context, language);
      const upgraded = text.replace(pattern, (_, before: string) => `${before}${by(sdk)}`);
      await placeSdk(context, dir, language);
      if (upgraded !== text) await writeFile(join(dir, file), upgraded);
      const document = { version: context.version, sdk, changed: upgraded !== text };
      context.print(document, () => `${file} takes the SDK ${context.version} from ${sdk}.\n`);
      const install = language === "node" ? "npm install" : "pip install -r requirements.txt";
      context.note(`Next, where the dependencies are installed: ${install}`);
      return undefined;
    }
    throw invalid(
      `Neither package.json nor requirements.txt in ${dir} asks for the SDK.`,
      [],
      "platform custom-bot init <name>    (shows in a new folder how they do)",
    );
  },
});
