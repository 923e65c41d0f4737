import { resolve } from "node:path";
import { defineCommand } from "../../command.ts";
import { invalid, notFound } from "../../failure.ts";
import { isFolder } from "../../package/folder.ts";
import { placeSdk, sdkPath } from "../../sdks/in-project.ts";
import { allBuildFiles, languages, type SdkLanguage } from "../../sdks/languages.ts";
import { writeBuildFiles } from "../../sdks/requires/requirement.ts";

export default defineCommand({
  about: [
    `Copies the SDK included in this command into sdk/ of the custom bot's folder, removes other versions of it there, and sets its path in the build file (${allBuildFiles}). A dependency on the SDK by version is replaced by the path. Afterwards, install the dependencies again or build the bot; the command says how.`,
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
      const { requires } = language;
      const found = await requires.find(dir);
      if (found.size === 0) continue;
      const sdk = await sdkPath(context, language);
      const replaced = await placeSdk(context, dir, language);
      const files = await requires.withPath(found, sdk, dir);
      const rewritten = await writeBuildFiles(dir, files);
      const document = { version: context.version, sdk, changed: rewritten || replaced };
      context.print(document, () =>
        [...files.keys()].map((file) => `${file} uses SDK ${context.version} from ${sdk}.\n`).join(""),
      );
      context.note(`Next, ${language.install}`);
      return undefined;
    }
    throw invalid(
      `None of ${allBuildFiles} in ${dir} requires the SDK.`,
      [],
      "platform custom-bot init <name>    (creates an example)",
    );
  },
});
