import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareVersions } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { runTool } from "../dependencies/run-tool.ts";
import { cacheDir } from "../profile/place.ts";

/** The result of the last update check. */
interface LastLook {
  at: number;
  latest?: string;
}

const everyMs = 24 * 60 * 60 * 1000;

/**
 * Reports a newer version that an earlier background check found, and starts the next check if the last one is a day
 * old. Does nothing without a terminal, in CI, in a clone, or if update checks are disabled. Does not wait for the
 * check.
 */
export async function mentionUpdate(context: Context): Promise<void> {
  const { CI, PLATFORM_NO_UPDATE_CHECK } = context.env;
  if (context.clone !== undefined || !context.stderr.isTTY || CI || PLATFORM_NO_UPDATE_CHECK) return;
  const last = await readLastLook(context);
  if (last.latest !== undefined && compareVersions(context.version, last.latest) < 0) {
    context.note(
      `platform ${last.latest} is available (you have ${context.version}): npm install --global @botyard/cli`,
    );
  }
  if (context.clock.now().getTime() - last.at < everyMs) return;
  spawn(process.execPath, [join(context.home, "bin", "platform.mjs"), "__look-for-update"], {
    detached: true,
    stdio: "ignore",
  })
    .on("error", () => {})
    .unref();
}

/** Asks npm for the latest version and stores the result. A failure is stored as a check without a result. */
export async function lookForUpdate(context: Context): Promise<void> {
  const npm = ["npm", "view", "@botyard/cli", "version", "--loglevel=silent"];
  const latest = await runTool(context, { argv: npm }).then(
    (said) => /^\d+\.\d+\.\d+\S*$/.exec(said.trim())?.[0],
    () => undefined,
  );
  const file = lookFile(context);
  await mkdir(dirname(file), { recursive: true });
  const look: LastLook = { at: context.clock.now().getTime(), ...(latest === undefined ? {} : { latest }) };
  await writeFile(file, JSON.stringify(look));
}

const lookFile = (context: Context) => join(cacheDir(context.env, context.clone), "update.json");

async function readLastLook(context: Context): Promise<LastLook> {
  try {
    return JSON.parse(await readFile(lookFile(context), "utf8")) as LastLook;
  } catch {
    return { at: 0 };
  }
}
