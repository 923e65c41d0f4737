import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Runtime } from "@botyard/manifest";
import { type Compiler, type Executor, removeWritten } from "@botyard/runtime";
import type { Logger } from "pino";
import { partial } from "../custom-bots/files.ts";
import type { Settings } from "../settings/settings.ts";
import type { Code, CodeCheck } from "./code-check.ts";

/** How long a start waits for a compilation. Without bytecode, it takes longer but is otherwise the same. */
const patienceMs = 5_000;

/** The largest file of a package decides what its compilation needs, also if no bot imports it. */
const leastMemoryBytes = 512 * 1024 * 1024;

type Source = Code & { runtime: Runtime; abis?: readonly string[]; entrypoints: { bot: string } };

export interface BytecodeOptions {
  executor: Executor;
  settings: Pick<Settings, "limits">;
  code: CodeCheck;
  /** Changes unpacked code while no start uses it. */
  alone(contentSha256: string, work: () => Promise<void>): Promise<void>;
  log: Logger | undefined;
}

/** Compiles unpacked packages once, one after the other. */
export class Bytecode {
  readonly #options: BytecodeOptions;
  readonly #compiling = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #last: Promise<void> = Promise.resolve();

  constructor(options: BytecodeOptions) {
    this.#options = options;
  }

  /** Compiles intact code unless it is compiled. Waits for it only for a short time. Never rejects. */
  async ensure(source: Source): Promise<void> {
    const { executor, code } = this.#options;
    // A missing interpreter is reported by the start.
    const compiler = await executor.compilerOf?.(source.runtime, source.abis).catch(() => undefined);
    if (!compiler || this.#stopping.signal.aborted) return;
    if (await code.isCompiled(source, compiler.form)) return;
    const { contentSha256 } = source;
    let compiling = this.#compiling.get(contentSha256);
    if (!compiling) {
      compiling = this.#last
        .then(() => this.#compile(source, compiler))
        .catch((error) =>
          this.#options.log?.warn({ err: error, package: contentSha256 }, "A package could not be compiled."),
        )
        .finally(() => this.#compiling.delete(contentSha256));
      this.#compiling.set(contentSha256, compiling);
      this.#last = compiling;
    }
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([compiling, delay(patienceMs, undefined, { ref: false, signal }).catch(() => {})]);
    waiting.abort();
  }

  /** Ends the compilation in progress; no other begins. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#last;
  }

  async #compile(source: Source, compiler: Compiler): Promise<void> {
    const { code, settings, alone } = this.#options;
    const { contentSha256, codeDir, runtime, abis, entrypoints } = source;
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const id = randomUUID();
    const dir = `${codeDir}${partial}${id}`;
    await mkdir(dir, { mode: 0o711 });
    try {
      const limits = {
        ...settings.limits,
        cpus: Math.max(1, settings.limits.cpus),
        memoryBytes: Math.max(leastMemoryBytes, settings.limits.memoryBytes),
      };
      const compiled = await compiler.compile({
        ...{ id, dir, codeDir, runtime, entrypoint: entrypoints.bot, limits, signal },
        ...(abis && { abis }),
      });
      if (signal.aborted) return;
      await alone(contentSha256, async () => {
        if ((await code.look(source)) === "intact") await code.compiled(source, compiler.form, compiled);
      });
    } finally {
      await removeWritten(dir);
    }
  }
}
