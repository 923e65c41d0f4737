import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { runVerdict } from "@botyard/core";
import type { Exit, Launch } from "@botyard/runtime";
import type { Context } from "../context.ts";
import { explain } from "../report.ts";
import { showOutput } from "./output.ts";
import type { Project } from "./project.ts";
import type { Role, Workshop } from "./workshop.ts";

/** How long a process has after SIGTERM, in milliseconds. */
const graceMs = 5_000;

/** One bot at work in a workshop: its own process, and its query server beside it. */
export class Session {
  readonly #context: Context;
  readonly #workshop: Workshop;
  readonly #port: number;
  readonly #alive = new Set<Launch>();
  #bot: Launch | undefined;

  constructor(context: Context, workshop: Workshop, port: number) {
    this.#context = context;
    this.#workshop = workshop;
    this.#port = port;
  }

  /** Starts the bot (realtime) and its query server, instead of those that run. */
  async start(project: Project): Promise<void> {
    await this.stop();
    if (project.bot.entrypoints.query) {
      const listen = { host: "127.0.0.1", port: this.#port };
      this.#say(await this.#launch(project, { kind: "query-server", listen }), "query program");
    }
    if (project.bot.type === "realtime") {
      this.#bot = await this.#launch(project, { kind: "bot" });
      this.#say(this.#bot, "bot");
    }
  }

  /** One run of a scheduled bot; true when the platform would call it a success. */
  async tick(project: Project, at: Date): Promise<boolean> {
    const run = { id: randomUUID(), scheduledAt: at.toISOString() };
    this.#context.note(`Tick ${run.scheduledAt}`);
    const launch = await this.#launch(project, { kind: "run", run });
    const exit = await this.#shown(launch);
    const result = await readFile(launch.files.result, "utf8").catch(() => undefined);
    const verdict = runVerdict(exit.code ?? null, result);
    this.#context.note(
      `The run ended: ${verdict} (${describe(exit)})${result ? `, result ${result.trim()}` : ""}`,
    );
    return verdict === "success";
  }

  /** SIGTERM to everything of the bot, and what is left after the grace period is killed. */
  async stop(): Promise<void> {
    const alive = [...this.#alive];
    this.#alive.clear();
    this.#bot = undefined;
    await Promise.all(alive.map((launch) => launch.stop(graceMs)));
  }

  async #launch(project: Project, role: Role): Promise<Launch> {
    const launch = await this.#workshop.launch(project, role);
    this.#alive.add(launch);
    return launch;
  }

  /** Prints its output, and how it ended unless it was told to. */
  #say(launch: Launch, what: string): void {
    void this.#shown(launch).then((exit) => {
      if (!this.#alive.delete(launch)) return;
      this.#context.warn(`The ${what} ended by itself (${describe(exit)}). Waiting for a change ...`);
    });
  }

  async #shown(launch: Launch): Promise<Exit> {
    await showOutput(this.#context, launch);
    return launch.ended;
  }
}

export function describe(exit: Exit): string {
  if (exit.limit) return `it broke its limit of ${exit.limit}`;
  return exit.signal ? `signal ${exit.signal}` : `exit code ${exit.code ?? "unknown"}`;
}

/** Shows an error of a reload and goes on. */
export function showError(context: Context, error: unknown): void {
  for (const line of explain(error).lines) context.stderr.write(`${line}\n`);
}
