import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Runtime, Target } from "@botyard/manifest";
import type { Address, Executor, Launch, LaunchSpec } from "@botyard/runtime";
import { createProcessExecutor } from "@botyard/runtime/process";
import type { Project } from "./project.ts";

/** The kind of process to start. */
export type Role =
  | { kind: "bot" }
  | { kind: "run"; run: { id: string; scheduledAt: string } }
  | { kind: "query-server"; listen: Address }
  | { kind: "query"; query: { path: string; params: string } };

/** A temporary environment for the processes of one bot. */
export interface Workshop {
  /** Creates a new folder for the code of a project. */
  codeDir(): Promise<string>;
  launch(project: Project, role: Role): Promise<Launch>;
  /** Describes the interpreter of this machine that bots of the runtime are started with. */
  target(runtime: Runtime): Promise<Target>;
  /** Removes all files except the bot's state. */
  dispose(): Promise<void>;
}

/** Generous limits; the limits of a platform are enforced by the platform. */
const limits = { memoryBytes: 4 * 1024 ** 3, processes: 1024, cpus: 64, openFiles: 4096 };

/** Creates a workshop that starts processes with the executor of the platform, without isolation. */
export async function openWorkshop(stateDir: string, extraEnv: Record<string, string>): Promise<Workshop> {
  const place = await mkdtemp(join(tmpdir(), "botyard-dev-"));
  const executor: Executor = await createProcessExecutor({ dir: join(place, "executor"), isolation: "none" });
  const name = () => randomBytes(6).toString("hex");
  return {
    async codeDir() {
      const dir = join(place, `code-${name()}`);
      await mkdir(dir);
      return dir;
    },
    launch(project, role) {
      const { bot } = project;
      const id = `dev_${name()}`;
      const query = role.kind === "query" || role.kind === "query-server";
      const spec: LaunchSpec = {
        ...role,
        id,
        botId: `dev-${bot.name}`,
        dir: join(place, "launches", id),
        codeDir: project.codeDir,
        stateDir,
        cacheDir: join(place, query ? "query-cache" : "cache"),
        runtime: project.runtime,
        entrypoint: query ? bot.entrypoints.query! : bot.entrypoints.bot,
        config: project.config,
        model: bot.type,
        extraEnv,
        limits,
      };
      return executor.launch(spec);
    },
    target: (runtime) => executor.target({ [runtime.id]: runtime }),
    dispose: () => rm(place, { recursive: true, force: true, maxRetries: 3 }),
  };
}
