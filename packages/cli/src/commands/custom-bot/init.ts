import { basename, resolve } from "node:path";
import { runtimes } from "@botyard/manifest";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { writeTemplate } from "../../package/template.ts";
import { placeSdk, sdkPath } from "../../sdks/in-project.ts";
import { buildFiles, languageOf, languages } from "../../sdks/languages.ts";

interface Options {
  runtime?: string;
  type?: "realtime" | "scheduled";
  typescript?: boolean;
}

export default defineCommand<Options>({
  about: [
    "Creates a small bot with a query and an instance configuration. It can be deployed as it is: platform custom-bot deploy, then platform bot deploy instance.json.",
    `The SDK is copied into sdk/ of the folder, in the version of this command, and the build file (${buildFiles}) refers to it by path. Package managers, compilers and editors need no registry for it. A bot in TypeScript or in a compiled language must be built before it runs; the command says how.`,
  ],
  examples: [
    ["Create a realtime Python bot in ./my-bot", "platform custom-bot init my-bot"],
    [
      "Create a scheduled bot in Node.js",
      "platform custom-bot init my-bot --runtime nodejs24 --type scheduled",
    ],
    ["Create a bot for Python 3.13", "platform custom-bot init my-bot --runtime python313"],
    ["Create a realtime bot in TypeScript", "platform custom-bot init my-bot --typescript"],
    ["Create a realtime bot in Rust", "platform custom-bot init my-bot --runtime rust-stable"],
    ["Create a realtime bot in C++", "platform custom-bot init my-bot --runtime gcc13"],
    ["Create a realtime bot in C#", "platform custom-bot init my-bot --runtime dotnet10"],
    ["Create a realtime bot in Scala", "platform custom-bot init my-bot --runtime scala3"],
    ["Create a realtime bot in Haskell", "platform custom-bot init my-bot --runtime ghc96"],
    ["Create a bot in this folder, named after the folder", "platform custom-bot init"],
  ],
  arguments: [
    {
      name: "name",
      help: "name of the custom bot and of its new folder (default: the current folder)",
      optional: true,
    },
  ],
  options: [
    {
      flags: "--runtime <runtime>",
      help: "language runtime (default: python311, or nodejs24 with --typescript)",
      choices: Object.keys(runtimes),
    },
    {
      flags: "--type <type>",
      help: "execution model (default: realtime)",
      choices: ["realtime", "scheduled"],
    },
    { flags: "--typescript", help: "write the bot in TypeScript (requires a Node.js runtime)" },
  ],
  json: ["name", "folder", "runtime", "type", "files"],
  async run(context, [given], options) {
    const { typescript = false, type = "realtime" } = options;
    const { runtime = typescript ? "nodejs24" : "python311" } = options;
    const language = languageOf(runtime);
    if (typescript && language !== languages.node)
      throw usage(
        `--typescript requires a Node.js runtime such as nodejs24, not ${runtime}.`,
        "platform custom-bot init <name> --typescript",
      );
    const folder = resolve(context.cwd, given ?? ".");
    const name = given ?? basename(folder);
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) {
      throw usage(
        `${JSON.stringify(name)} is not a valid name for a custom bot. Use at most 63 lower-case letters, digits and hyphens, and start with a letter or digit.`,
        again(suggestion(name), options),
      );
    }
    const nameFault = language.nameFault?.(name);
    if (nameFault !== undefined) {
      throw usage(`${JSON.stringify(name)} ${nameFault}.`, again(`bot-${name}`, options));
    }
    const sdk = await sdkPath(context, language);
    const template = `${language.runtime}-${type}${typescript ? "-typescript" : ""}`;
    const files = [...(await writeTemplate(context.home, template, folder, { name, runtime, sdk })), sdk];
    if (language.sources?.lock !== undefined) files.push(language.sources.lock);
    await placeSdk(context, folder, language);
    context.print({ name, folder, runtime, type, files }, () => files.map((file) => `${file}\n`).join(""));
    // Shows the commands as the user typed this one: in a clone, through npx.
    const command = context.env.npm_command === "exec" ? "npx platform" : "platform";
    const where = given === undefined ? "" : ` ${given}`;
    context.note(`Created ${name} (${type}, ${runtime}). Next:`);
    const build = typescript ? "npm install && npm run build" : language.build;
    if (build !== undefined) {
      context.note(`  ${given === undefined ? build : `(cd ${given} && ${build})`}    compiles the bot`);
    }
    context.note(`  ${command} dev${where}    runs it locally, without a platform`);
    context.note(`  ${command} custom-bot deploy${where}    uploads it`);
    context.note(
      `  ${command} bot deploy ${given === undefined ? "" : `${given}/`}instance.json    creates a bot from it`,
    );
    return undefined;
  },
});

/** The command with another name and the options as they were given. */
const again = (name: string, { runtime, type, typescript }: Options): string =>
  [
    `platform custom-bot init ${name}`,
    ...(runtime === undefined ? [] : [`--runtime ${runtime}`]),
    ...(type === undefined ? [] : [`--type ${type}`]),
    ...(typescript ? ["--typescript"] : []),
  ].join(" ");

function suggestion(name: string): string {
  const fitting = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 63);
  return fitting || "my-bot";
}
