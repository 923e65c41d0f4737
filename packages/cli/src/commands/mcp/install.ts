import { randomBytes } from "node:crypto";
import { mkdir, readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { baseUrl } from "@botyard/client";
import { defineCommand } from "../../command.ts";
import { failed, usage } from "../../failure.ts";
import { assistantClients, keyVariable } from "../../mcp/clients.ts";
import { withEntry } from "../../mcp/written.ts";

const names = Object.keys(assistantClients);

export default defineCommand<{ print?: boolean; name?: string; file?: string; replace?: boolean }>({
  about: [
    `Adds the platform's tool server to the configuration of an assistant. The configuration refers to the environment variable ${keyVariable}; the key itself is not written. Other entries of the file are kept, and a file that is not valid is not changed.`,
    "claude-code and vscode are configured in the current folder, the others for the user.",
  ],
  examples: [
    ["Connect Claude Code in this folder", "platform mcp install claude-code"],
    ["Print the configuration for Cursor", "platform mcp install cursor --print"],
    [
      "Connect a second platform",
      "platform mcp install codex --name botyard-live --api-url https://bots.example",
    ],
  ],
  arguments: [{ name: "client", help: names.join(", "), completes: names }],
  options: [
    { flags: "--print", help: "print the configuration and change nothing" },
    { flags: "--name <name>", help: "name of the entry (default: botyard)" },
    { flags: "--file <path>", help: "another configuration file", completes: "files" },
    { flags: "--replace", help: "replace an entry of the same name" },
  ],
  json: ["client", "file", "name", "url", "changed"],
  exits: ["6 if the file is not valid or has another entry of the same name."],
  async run(context, [word], options) {
    const client = assistantClients[word!];
    if (!client || !Object.hasOwn(assistantClients, word!))
      throw usage(`Unknown client ${JSON.stringify(word)}. Supported clients: ${names.join(", ")}.`);
    const { name = "botyard", replace = false } = options;
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) throw usage("A name has letters, digits, - and _ only.");
    const url = `${baseUrl((await context.credentials()).url)}/mcp`;
    if (options.print) {
      context.stdout.write(withEntry(undefined, { file: "", client, name, url, replace }).text);
      return undefined;
    }
    const file = options.file === undefined ? client.file(context) : resolve(context.cwd, options.file);
    const written = withEntry(await textOf(file), { file, client, name, url, replace });
    if (!written.already) await replaceFile(file, written.text);
    const document = { client: word, file, name, url, changed: !written.already };
    context.print(document, () =>
      written.already ? `${file} already has "${name}".\n` : `Added "${name}" to ${file}.\n`,
    );
    if (client.note) context.note(client.note);
    context.note(
      `Start ${client.title} with a key in ${keyVariable}, for example one from: platform key create ${word} --scope read`,
    );
    return undefined;
  },
});

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw failed(`Cannot read ${file}: ${(error as Error).message}`);
  }
}

/** Replaces a file atomically, and keeps its mode. A link stays a link. */
async function replaceFile(given: string, text: string): Promise<void> {
  try {
    const file = await realpath(given).catch(() => given);
    await mkdir(dirname(file), { recursive: true });
    const mode = await stat(file).then(
      (found) => found.mode & 0o777,
      () => 0o600,
    );
    const fresh = `${file}.${randomBytes(6).toString("hex")}`;
    await writeFile(fresh, text, { mode, flag: "wx" });
    await rename(fresh, file);
  } catch (error) {
    throw failed(`Cannot write ${given}: ${(error as Error).message}`);
  }
}
