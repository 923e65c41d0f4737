import { hasErrors } from "@botyard/manifest";
import { defineCommand } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { counted } from "../../output/counted.ts";
import { bytes } from "../../output/times.ts";
import { checkFolder, refuseErrors } from "../../package/check.ts";
import { askPlatform, noteAssumed } from "../../package/platform-facts.ts";
import { knownRuntimes, runtimesOption } from "../../package/runtimes.ts";

export default defineCommand<{ allowSecrets?: boolean; runtimes?: string }>({
  about: [
    "Runs the checks of custom-bot deploy without uploading anything: files, fields, schema, entrypoints, the syntax of Python and JavaScript files, TypeScript that Node.js cannot run, native modules that could not start, secrets and sizes. The limits are those of the platform, or the defaults if it cannot be asked. Lists every problem with its file, line and column.",
  ],
  examples: [
    ["Check the custom bot in this folder", "platform custom-bot validate"],
    ["Print the problems as JSON, for CI or an editor", "platform custom-bot validate ./my-bot --json"],
  ],
  arguments: [
    {
      name: "folder",
      help: "the custom bot's folder (default: the current folder)",
      optional: true,
      completes: "folders",
    },
  ],
  options: [{ flags: "--allow-secrets", help: "allow files that look like secrets" }, runtimesOption],
  json: ["valid", "name", "version", "files", "problems"],
  async run(context, [folder], options) {
    const runtimes = await knownRuntimes(context, options.runtimes);
    const facts = await askPlatform(context, runtimes);
    noteAssumed(context, facts);
    const checked = await checkFolder(context, folder, { ...options, runtimes, facts });
    const { config, problems, entries } = checked;
    const valid = !hasErrors(problems);
    if (context.globals.json) {
      const files = entries.map(({ path }) => path);
      context.print({ valid, name: config?.name, version: config?.version, files, problems }, () => "");
      return valid ? undefined : exitCodes.invalid;
    }
    refuseErrors(context, checked);
    const size = entries.reduce(
      (sum, entry) => sum + ("from" in entry ? entry.bytes : entry.content.byteLength),
      0,
    );
    context.print(
      {},
      () =>
        `${config?.name} ${config?.version} is valid: ${counted(entries.length, "file")}, ${bytes(size)}.\n`,
    );
    return undefined;
  },
});
