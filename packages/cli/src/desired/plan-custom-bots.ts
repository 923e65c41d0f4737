import { ApiError, type Client } from "@botyard/client";
import { PackageError, type Runtimes, resolveVersion, splitType } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { type PreparedFolder, prepareFolder } from "../package/prepare-folder.ts";
import { findThere, otherContent } from "../package/upload.ts";
import type { Fault } from "./fault.ts";
import type { FindNew } from "./new-version.ts";
import type { CustomBotPlan } from "./plan.ts";

/** Packs the folders of custom bots, which exist only while `use` runs. A folder that is not valid is a fault. */
export async function withPacked<Result>(
  context: Context,
  folders: readonly string[],
  options: { runtimes: Runtimes; allowSecrets: boolean },
  use: (
    packed: readonly { folder: string; packed: PreparedFolder }[],
    faults: readonly Fault[],
  ) => Promise<Result>,
): Promise<Result> {
  const done: { folder: string; packed: PreparedFolder }[] = [];
  const faults: Fault[] = [];
  const next = async (at: number): Promise<Result> => {
    const folder = folders[at];
    if (folder === undefined) return use(done, faults);
    let isPacked = false;
    try {
      return await prepareFolder(context, folder, options, (packed) => {
        isPacked = true;
        done.push({ folder, packed });
        return next(at + 1);
      });
    } catch (error) {
      const found = isPacked ? undefined : faultsIn(folder, error);
      if (!found) throw error;
      faults.push(...found);
      return next(at + 1);
    }
  };
  return next(0);
}

function faultsIn(folder: string, error: unknown): Fault[] | undefined {
  if (error instanceof PackageError) return [{ file: folder, message: error.message }];
  if (!(error instanceof Failure) || error.exitCode !== exitCodes.invalid) return undefined;
  return [
    { file: folder, message: error.message },
    ...error.details.map((detail) => ({ file: folder, message: detail })),
  ];
}

/** Compares packed custom bots with those of the platform. */
export async function planCustomBots(
  client: Client,
  packed: readonly { folder: string; packed: PreparedFolder }[],
): Promise<{ plans: CustomBotPlan[]; faults: Fault[] }> {
  const plans: CustomBotPlan[] = [];
  const faults: Fault[] = [];
  for (const one of packed) {
    const { name, version } = one.packed.config;
    const twin = plans.find(({ packed: { config } }) => config.name === name && config.version === version);
    if (twin) {
      const message = `${name} ${version} is in ${twin.folder} too.`;
      faults.push({ file: one.folder, message, next: "Give one of them another name or version." });
    } else if ((await findThere(client, one.packed)) !== undefined) plans.push({ action: "none", ...one });
    else if ((await versionsOf(client, name)).includes(version)) {
      const { message, next } = otherContent(one.packed.config);
      faults.push({ file: one.folder, message, next: `${next[0]!.toUpperCase()}${next.slice(1)}.` });
    } else plans.push({ action: "upload", ...one });
  }
  return { plans, faults };
}

/** Returns a function that finds the version to be uploaded that an instance names. */
export function findNewIn(client: Client, plans: readonly CustomBotPlan[]): FindNew {
  const known = new Map<string, Promise<string[]>>();
  return async ({ type, version }) => {
    const name = splitType(type)!.customBot;
    const added = plans.filter(({ action, packed }) => action === "upload" && packed.config.name === name);
    if (added.length === 0) return undefined;
    if (!known.has(name)) known.set(name, versionsOf(client, name));
    const all = [...(await known.get(name)!), ...added.map(({ packed }) => packed.config.version)];
    const resolved = resolveVersion(version, all);
    return added.find(({ packed }) => packed.config.version === resolved)?.packed;
  };
}

async function versionsOf(client: Client, name: string): Promise<string[]> {
  try {
    return (await client.customBots.get(name)).versions;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
