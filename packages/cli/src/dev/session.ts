import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { runVerdict } from "@botyard/core";
import { describeLimit, describeSilence, type Exit, type Launch } from "@botyard/runtime";
import type { Context } from "../context.ts";
import { explain } from "../report.ts";
import { showOutput } from "./output.ts";
import type { Project } from "./project.ts";
import type { Role, Workshop } from "./workshop.ts";

/** Grace period after SIGTERM, in milliseconds. */
const graceMs = 5_000;

/** The running processes of one bot: the bot and its query process. */
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

  /** Stops the running processes, then starts the bot (if it is realtime) and its query process. */
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

  /** Runs a scheduled bot once. Returns true if the platform would judge the run a success. */
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
    const silence = verdict === "success" ? describeSilence(launch.files) : undefined;
    if (silence !== undefined) this.#context.warn(silence);
    return verdict === "success";
  }

  /** Sends SIGTERM to all processes of the bot, and kills those that remain after the grace period. */
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

  /** Prints the output of a launch, and how it exited unless it was stopped. */
  #say(launch: Launch, what: string): void {
    void this.#shown(launch).then((exit) => {
      if (!this.#alive.delete(launch)) return;
      this.#context.warn(`The ${what} exited (${describe(exit)}). Waiting for changes ...`);
    });
  }

  async #shown(launch: Launch): Promise<Exit> {
    await showOutput(this.#context, launch);
    return launch.ended;
  }
}

export function describe(exit: Exit): string {
  if (exit.limit) return describeLimit(exit.limit);
  return exit.signal
    ? `signal ${exit.signal}, or exit code ${exit.code}`
    : `exit code ${exit.code ?? "unknown"}`;
}

/** Prints an error of a reload. */
export function showError(context: Context, error: unknown): void {
  for (const line of explain(error, context.env, context.name).lines) context.stderr.write(`${line}\n`);
}
