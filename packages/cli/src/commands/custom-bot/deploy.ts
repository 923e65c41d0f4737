import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { facts, table } from "../../output/table.ts";
import { bytes as size } from "../../output/times.ts";
import { nextStep } from "../../package/next-steps.ts";
import { type PreparedFolder, prepareFolder } from "../../package/prepare-folder.ts";
import { knownRuntimes, runtimesOption } from "../../package/runtimes.ts";
import { findThere, type Uploaded, uploadPackage } from "../../package/upload.ts";

interface Options {
  dryRun?: boolean;
  again?: boolean;
  reinstall?: boolean;
  allowSecrets?: boolean;
  runtimes?: string;
}

export default defineCommand<Options>({
  about: [
    "Checks the custom bot, adds its declared dependencies to the package (requirements.txt, or else pyproject.toml, into vendor/, the production dependencies of package-lock.json into node_modules/) and uploads it. The platform is asked for its limits and for what it runs: dependencies are installed for its interpreter and processor, not for those of this machine. If there is any problem, nothing is uploaded. The SDK is included in this command and needs no network.",
    "Only the files that the platform does not have from you are sent, in parts of a few MiB: after a change of one file beside large dependencies, that file. After an interruption, the next deploy sends what is missing.",
    "A version cannot be changed: deploying the same content again uploads nothing, and different content under the same version is refused. If pip or npm installed dependencies, they are kept in .botyard/ of the folder, and used until their declaration, the SDK or the platform's interpreter changes: an unchanged folder installs nothing and stays the same content. --reinstall installs them again.",
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
    {
      flags: "--reinstall",
      help: "install the dependencies again instead of using those of the last deploy",
    },
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
    return prepareFolder(context, folder, { ...options, runtimes }, async (prepared) => {
      const done = options.dryRun
        ? await pack(prepared)
        : await upload(context, prepared, options.again === true);
      context.print(document(prepared, done, options.dryRun === true), () =>
        options.dryRun ? listing(context, prepared, done) : summary(context, prepared, done),
      );
      const step = options.dryRun ? undefined : await nextStep(context, prepared.config);
      if (step !== undefined) context.note(step);
      return undefined;
    });
  },
});

/** Returns how an upload of all files would end. Parts of it have no limit of their size together. */
async function pack({ archive, contentSha256, limits }: PreparedFolder): Promise<Uploaded> {
  const unlimited = { compressedBytes: Number.POSITIVE_INFINITY, ratio: Number.POSITIVE_INFINITY };
  const { bytes } = await archive({ ...limits, ...unlimited });
  return { already: false, sha256: contentSha256, bytes };
}

async function upload(context: Context, prepared: PreparedFolder, again: boolean): Promise<Uploaded> {
  const client = await context.connect();
  if (again) return uploadPackage(context, client, prepared);
  const sha256 = await findThere(client, prepared);
  if (sha256 !== undefined) return { already: true, sha256, bytes: 0 };
  return uploadPackage(context, client, prepared);
}

function document(prepared: PreparedFolder, { already, sha256, bytes }: Uploaded, dryRun: boolean): object {
  const { config, contentSha256, unpackedBytes, files, vendored } = prepared;
  return {
    name: config.name,
    version: config.version,
    sha256,
    content_sha256: contentSha256,
    bytes,
    unpacked_bytes: unpackedBytes,
    files: files.map(({ path, bytes, executable, sha256 }) => ({ path, bytes, executable, sha256 })),
    vendored,
    already,
    dry_run: dryRun,
  };
}

function summary(context: Context, prepared: PreparedFolder, { already, sha256, bytes }: Uploaded): string {
  const { config, files, unpackedBytes } = prepared;
  const { name, version } = config;
  const done = already ? `${name} ${version} is already up to date.` : `Uploaded ${name} ${version}.`;
  return `${done}\n${facts(
    [
      ["files", `${files.length} (${size(unpackedBytes)})`],
      ["sent", size(bytes)],
      ["sha256", sha256],
    ],
    context.style.dim,
  )}`;
}

function listing(context: Context, { files, unpackedBytes }: PreparedFolder, done: Uploaded): string {
  const rows = files.map(({ path, bytes }) => [path, context.stdout.isTTY ? size(bytes) : String(bytes)]);
  const list = table(["FILE", "SIZE"], rows, {
    width: context.stdout.isTTY ? context.stdout.columns : undefined,
    header: context.style.dim,
  });
  return `${list}\n${facts([
    ["files", String(files.length)],
    ["unpacked", size(unpackedBytes)],
    ["compressed", size(done.bytes)],
    ["sha256", done.sha256],
    ["dry run", "nothing was uploaded"],
  ])}`;
}
