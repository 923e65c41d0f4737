import { basename, resolve } from "node:path";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { writeTemplate } from "../../package/template.ts";
import { placeSdk, sdkPath } from "../../sdks/in-project.ts";

interface Options {
  runtime?: "python311" | "nodejs24";
  type?: "realtime" | "scheduled";
  typescript?: boolean;
}

export default defineCommand<Options>({
  about: [
    "Writes a small bot with a query and a test instance. It deploys unchanged, without a network: platform custom-bot deploy, then platform bot deploy instance.json.",
    "The SDK of this command's version lies in the folder's sdk/, and package.json or requirements.txt names it by its path: npm, pip, editors and type checkers need no registry for it. A bot in TypeScript is built before it runs: npm install, then npm run build.",
  ],
  examples: [
    ["A realtime Python bot in ./my-bot", "platform custom-bot init my-bot"],
    ["A scheduled bot in Node.js", "platform custom-bot init my-bot --runtime nodejs24 --type scheduled"],
    ["A realtime bot in TypeScript", "platform custom-bot init my-bot --typescript"],
    ["In this folder, which gives the name", "platform custom-bot init"],
  ],
  arguments: [{ name: "name", help: "the custom bot's name and its new folder", optional: true }],
  options: [
    {
      flags: "--runtime <runtime>",
      help: "the language runtime (default: python311; with --typescript nodejs24)",
      choices: ["python311", "nodejs24"],
    },
    {
      flags: "--type <type>",
      help: "the execution model (default: realtime)",
      choices: ["realtime", "scheduled"],
    },
    { flags: "--typescript", help: "write it in TypeScript, for nodejs24" },
  ],
  json: ["name", "folder", "runtime", "type", "files"],
  async run(context, [given], options) {
    const { typescript = false, type = "realtime" } = options;
    const { runtime = typescript ? "nodejs24" : "python311" } = options;
    if (typescript && runtime !== "nodejs24")
      throw usage(
        `--typescript is for the runtime nodejs24, not for ${runtime}.`,
        "platform custom-bot init <name> --typescript",
      );
    const folder = resolve(context.cwd, given ?? ".");
    const name = given ?? basename(folder);
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) {
      throw usage(
        `${JSON.stringify(name)} can not be the name of a custom bot: small letters, digits and hyphens, at most 63.`,
        `platform custom-bot init ${suggestion(name)}`,
      );
    }
    const language = runtime === "nodejs24" ? "node" : "python";
    const sdk = await sdkPath(context, language);
    const template = `${runtime}-${type}${typescript ? "-typescript" : ""}`;
    const files = [...(await writeTemplate(context.home, template, folder, { name, sdk })), sdk];
    await placeSdk(context, folder, language);
    context.print({ name, folder, runtime, type, files }, () => files.map((file) => `${file}\n`).join(""));
    // In a clone the command is typed as npx types it, and from the clone's own folder.
    const command = context.env.npm_command === "exec" ? "npx platform" : "platform";
    const where = given === undefined ? "" : ` ${given}`;
    context.note(`Wrote ${name} (${type}, ${runtime}). Next:`);
    if (typescript) {
      const build = "npm install && npm run build";
      context.note(`  ${given === undefined ? build : `(cd ${given} && ${build})`}    compiles it`);
    }
    context.note(`  ${command} dev${where}    runs it here, without a platform`);
    context.note(`  ${command} custom-bot deploy${where}    uploads it`);
    context.note(
      `  ${command} bot deploy ${given === undefined ? "" : `${given}/`}instance.json    then runs it there`,
    );
    return undefined;
  },
});

function suggestion(name: string): string {
  const fitting = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 63);
  return fitting || "my-bot";
}
