import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { defineCommand } from "../../command.ts";
import { invalid, notFound } from "../../failure.ts";
import { isFolder } from "../../package/folder.ts";
import { placeSdk, sdkPath } from "../../sdks/in-project.ts";
import { buildFiles, languages, type SdkLanguage } from "../../sdks/languages.ts";

export default defineCommand({
  about: [
    `Copies the SDK included in this command into sdk/ of the custom bot's folder, removes other versions of it there, and sets its path in the build file (${buildFiles}). A dependency on the SDK by version is replaced by the path. Afterwards, install the dependencies again or build the bot; the command says how.`,
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
    for (const language of Object.values<SdkLanguage>(languages)) {
      const { file, pattern, by } = language.requires;
      const text = await readFile(join(dir, file), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "";
        throw error;
      });
      if (text.search(pattern) < 0) continue;
      const sdk = await sdkPath(context, language);
      const upgraded = text.replace(
        pattern,
        (_, before: string, more: unknown) =>
          `${before}${by(sdk, typeof more === "string" ? more : undefined)}`,
      );
      const replaced = await placeSdk(context, dir, language);
      const changed = upgraded !== text || replaced;
      if (upgraded !== text) await writeFile(join(dir, file), upgraded);
      const document = { version: context.version, sdk, changed };
      context.print(document, () => `${file} uses SDK ${context.version} from ${sdk}.\n`);
      context.note(`Next, ${language.install}`);
      return undefined;
    }
    throw invalid(
      `None of ${buildFiles} in ${dir} requires the SDK.`,
      [],
      "platform custom-bot init <name>    (creates an example)",
    );
  },
});
