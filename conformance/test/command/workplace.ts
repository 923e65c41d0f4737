import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, vi } from "vitest";
import { loadSetting } from "../../src/command/load-setting.ts";
import { type Exit, mainCommand, type RunRequest } from "../../src/command/main-command.ts";

/** A temporary folder with a testee and some cases, for tests of commands. */
export class Workplace {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), "command-")));

  constructor(files: Record<string, string>) {
    for (const [name, text] of Object.entries(files)) this.put(name, text);
    // Otherwise the path of the interpreter is looked up, which is slow.
    vi.stubEnv("PYTHON", "python3");
    afterAll(() => {
      vi.unstubAllEnvs();
      rmSync(this.dir, { recursive: true });
    });
  }

  path(name: string): string {
    return join(this.dir, name);
  }

  put(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  /** Runs the main command in this folder; returns the text of a refusal. */
  async command(request: Partial<RunRequest> = {}): Promise<{ exit: Exit | "refused"; said: string }> {
    const lines: string[] = [];
    const whole = {
      testee: [this.path("quiet")],
      cases: this.path("cases"),
      area: [],
      case: [],
      only: [],
      build: true,
      ...request,
    };
    try {
      const stop = new AbortController().signal;
      const exit = await mainCommand(whole, await loadSetting(whole), stop, (text) => lines.push(text));
      return { exit, said: lines.join("\n") };
    } catch (error) {
      if ((error as Error).name !== "BadInput") throw error;
      return { exit: "refused", said: (error as Error).message.replaceAll(`${this.dir}/`, "") };
    }
  }
}

/** A testee that reports the end of its script but does nothing. */
export const quiet = {
  "quiet/testee.yaml": `name: quiet\nlanguage: Shell\nstart: [sh, "\${testee}/run.sh"]\nlacks: { threads: there are none }\n`,
  "quiet/run.sh": `echo '{"end":true}' >> "$CONF_TRACE"\n`,
};

export const cases = {
  "cases/metric/small.yaml": `
- id: metric.silence
  title: A bot that does nothing leaves nothing behind
  clauses: [MET-1]
  steps: [{ run: { ops: [] } }]
- id: metric.one
  title: A metric is a line
  clauses: [MET-1]
  table: { a: { type: a }, b: { type: b } }
  steps:
    - run: { ops: [{ metric: [{ $row: type }, {}] }] }
      expect: { metrics: [[{ $row: type }, {}]] }
`,
  "cases/log/small.yaml": `
- id: log.silence
  title: A bot that says nothing logs nothing
  clauses: [LOG-1]
  steps: [{ run: { ops: [] } }, { run: { ops: [] } }]
- id: log.threads
  title: Threads that say nothing log nothing
  clauses: [LOG-1]
  needs: [threads]
  steps: [{ run: { ops: [] } }]
`,
};
