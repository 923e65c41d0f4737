import { basename, resolve } from "node:path";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { writeTemplate } from "../../package/template.ts";

interface Options {
  runtime?: "python311" | "nodejs24";
  type?: "realtime" | "scheduled";
}

export default defineCommand<Options>({
  about: [
    "Writes a small bot with a query and a test instance. It deploys unchanged, without a network: platform custom-bot deploy, then platform bot deploy instance.json.",
  ],
  examples: [
    ["A realtime Python bot in ./my-bot", "platform custom-bot init my-bot"],
    ["A scheduled bot in Node.js", "platform custom-bot init my-bot --runtime nodejs24 --type scheduled"],
    ["In this folder, which gives the name", "platform custom-bot init"],
  ],
  arguments: [{ name: "name", help: "the custom bot's name and its new folder", optional: true }],
  options: [
    { flags: "--runtime <runtime>", help: "python311 unless said", choices: ["python311", "nodejs24"] },
    { flags: "--type <type>", help: "realtime unless said", choices: ["realtime", "scheduled"] },
  ],
  json: ["name", "folder", "runtime", "type", "files"],
  async run(context, [given], options) {
    const { runtime = "python311", type = "realtime" } = options;
    const folder = resolve(context.cwd, given ?? ".");
    const name = given ?? basename(folder);
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) {
      throw usage(
        `${JSON.stringify(name)} can not be the name of a custom bot: small letters, digits and hyphens, at most 63.`,
        `platform custom-bot init ${suggestion(name)}`,
      );
    }
    const files = await writeTemplate(context.home, `${runtime}-${type}`, folder, {
      name,
      sdk: context.version,
    });
    context.print({ name, folder, runtime, type, files }, () => files.map((file) => `${file}\n`).join(""));
    // In a clone the command is typed as npx types it, and from the clone's own folder.
    const command = context.env.npm_command === "exec" ? "npx platform" : "platform";
    const where = given === undefined ? "" : ` ${given}`;
    context.note(`Wrote ${name} (${type}, ${runtime}). Next:`);
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
