import { normalize } from "node:path";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { usage } from "../failure.ts";
import { clean } from "../output/clean.ts";
import { watchFolder } from "./changes.ts";
import { layOut, type Project, type ProjectOptions } from "./project.ts";
import { Session, showError } from "./session.ts";
import type { Workshop } from "./workshop.ts";

/** Runs a bot until Ctrl-C and restarts it after every change. With `once`, runs one tick of a scheduled bot. */
export async function live(
  context: Context,
  workshop: Workshop,
  first: Project,
  source: ProjectOptions,
  options: { once: boolean; every: number | undefined; port: number },
): Promise<ExitCode> {
  let project = first;
  const session = new Session(context, workshop, options.port);
  const scheduled = project.bot.type === "scheduled";
  if (options.once) {
    if (!scheduled) throw usage("--tick is only for scheduled bots; this bot is realtime.");
    try {
      return (await session.tick(project, context.clock.now())) ? exitCodes.ok : exitCodes.failure;
    } finally {
      await session.stop();
    }
  }
  const ending = new AbortController();
  context.onSignal(() => ending.abort());
  let wake = () => {};
  let changed: string | undefined;
  const programs = () => Object.values(project.bot.entrypoints).map((path) => normalize(path));
  const unwatch = watchFolder(source.dir, programs, (file) => {
    changed = file;
    wake();
  });
  try {
    await session.start(project);
    if (project.bot.entrypoints.query) context.note(`Queries: http://127.0.0.1:${options.port}/info`);
    context.note("Press Ctrl-C to stop. The bot restarts when a file changes.");
    if (scheduled) await tick();
    while (!ending.signal.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        ending.signal.addEventListener("abort", () => resolve(), { once: true });
        if (changed !== undefined) resolve();
        else if (options.every !== undefined)
          void context.clock.sleep(options.every, ending.signal).then(resolve);
      });
      if (ending.signal.aborted) break;
      if (changed !== undefined) await reload();
      else await tick();
    }
  } finally {
    unwatch();
    await session.stop();
  }
  return exitCodes.interrupted;

  async function tick(): Promise<void> {
    await session.tick(project, context.clock.now()).catch((error: unknown) => showError(context, error));
  }

  async function reload(): Promise<void> {
    context.note(`${clean(changed!)} changed; restarting ...`);
    changed = undefined;
    try {
      project = await layOut(context, source, await workshop.codeDir());
      await session.start(project);
      if (scheduled) await tick();
    } catch (error) {
      showError(context, error);
      context.note("Waiting for changes ...");
    }
  }
}
