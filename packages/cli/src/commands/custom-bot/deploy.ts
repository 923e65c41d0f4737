import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { facts, table } from "../../output/table.ts";
import { bytes } from "../../output/times.ts";
import { nextStep } from "../../package/next-steps.ts";
import { type PackedFolder, packFolder } from "../../package/pack-folder.ts";
import { knownRuntimes, runtimesOption } from "../../package/runtimes.ts";
import { isThere, uploadPackage } from "../../package/upload.ts";

interface Options {
  dryRun?: boolean;
  again?: boolean;
  allowSecrets?: boolean;
  runtimes?: string;
}

export default defineCommand<Options>({
  about: [
    "Checks the custom bot, adds its declared dependencies to the package (requirements.txt, or else pyproject.toml, into vendor/, the production dependencies of package-lock.json into node_modules/) and uploads it. The platform is asked for its limits and for what it runs: dependencies are installed for its interpreter and processor, not for those of this machine. If there is any problem, nothing is uploaded. The SDK is included in this command and needs no network.",
    "A version cannot be changed: deploying the same content again uploads nothing, and different content under the same version is refused. If pip or npm installed dependencies, the package is kept in .botyard/ of the folder, and used again until a file of the folder changes: an unchanged folder installs nothing and stays the same content. If the package is refused or cannot be uploaded, its dependencies are kept there for the next attempt.",
    "A deployed version changes no bot. If bots of this custom bot stay on another version, the last line names them, with the commands that update them.",
  ],
  examples: [
    ["Deploy the custom bot in this folder", "platform custom-bot deploy"],
    ["Show what would be uploaded", "platform custom-bot deploy --dry-run"],
  ],
  arguments: [
    {
      name: "folder",
      help: "the custom bot's folder (default: the current folder)",
      optional: true,
      completes: "folders",
    },
  ],
  options: [
    { flags: "--dry-run", help: "list the files, their sizes and the hash; upload nothing" },
    { flags: "--again", help: "upload also what the platform has, which repairs a damaged copy" },
    { flags: "--allow-secrets", help: "also upload files that look like secrets" },
    runtimesOption,
  ],
  json: [
    "name",
    "version",
    "sha256",
    "content_sha256",
    "bytes",
    "unpacked_bytes",
    "files",
    "vendored",
    "already",
    "dry_run",
  ],
  async run(context, [folder], options) {
    const runtimes = await knownRuntimes(context, options.runtimes);
    return packFolder(context, folder, { ...options, runtimes }, async (packed) => {
      const already = options.dryRun ? false : await upload(context, packed, options.again);
      context.print(document(packed, already, options.dryRun === true), () =>
        options.dryRun ? listing(context, packed) : summary(context, packed, already),
      );
      const step = options.dryRun ? undefined : await nextStep(context, packed.config);
      if (step !== undefined) context.note(step);
      return undefined;
    });
  },
});

async function upload(context: Context, packed: PackedFolder, again = false): Promise<boolean> {
  const client = await context.connect();
  if (!again && (await isThere(client, packed))) return true;
  return uploadPackage(context, client, packed);
}

function document(packed: PackedFolder, already: boolean, dryRun: boolean): object {
  const { config, sha256, contentSha256, bytes, unpackedBytes, files, vendored } = packed;
  return {
    name: config.name,
    version: config.version,
    sha256,
    content_sha256: contentSha256,
    bytes,
    unpacked_bytes: unpackedBytes,
    files,
    vendored,
    already,
    dry_run: dryRun,
  };
}

function summary(context: Context, packed: PackedFolder, already: boolean): string {
  const { name, version } = packed.config;
  const done = already ? `${name} ${version} is already up to date.` : `Uploaded ${name} ${version}.`;
  return `${done}\n${facts(
    [
      ["files", `${packed.files.length} (${bytes(packed.unpackedBytes)})`],
      ["sha256", packed.sha256],
    ],
    context.style.dim,
  )}`;
}

function listing(context: Context, packed: PackedFolder): string {
  const rows = packed.files.map(({ path, bytes: size }) => [
    path,
    context.stdout.isTTY ? bytes(size) : String(size),
  ]);
  const list = table(["FILE", "SIZE"], rows, {
    width: context.stdout.isTTY ? context.stdout.columns : undefined,
    header: context.style.dim,
  });
  return `${list}\n${facts([
    ["files", String(packed.files.length)],
    ["unpacked", bytes(packed.unpackedBytes)],
    ["archive", bytes(packed.bytes)],
    ["sha256", packed.sha256],
    ["dry run", "nothing was uploaded"],
  ])}`;
}
