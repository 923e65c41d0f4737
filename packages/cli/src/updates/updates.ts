import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareVersions } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { runTool } from "../dependencies/run-tool.ts";
import { cacheDir } from "../profile/place.ts";

/** What the last look for a newer version found. */
interface LastLook {
  at: number;
  latest?: string;
}

const everyMs = 24 * 60 * 60 * 1000;

/**
 * Says that there is a newer version, as a process in the background found out earlier, and lets the next one look when
 * a day has passed. Only for a person at a terminal; never in CI, in a clone, or when told not to. It waits for nothing.
 */
export async function mentionUpdate(context: Context): Promise<void> {
  const { CI, PLATFORM_NO_UPDATE_CHECK } = context.env;
  if (context.clone !== undefined || !context.stderr.isTTY || CI || PLATFORM_NO_UPDATE_CHECK) return;
  const last = await readLastLook(context);
  if (last.latest !== undefined && compareVersions(context.version, last.latest) < 0) {
    context.note(
      `platform ${last.latest} is there (this is ${context.version}): npm install --global @botyard/cli`,
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

/** Asks npm, with its own settings, for the latest version, and keeps the answer. A failure is an answer too. */
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
