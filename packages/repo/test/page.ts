import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { until } from "../src/drive/platform.ts";
import { root } from "../src/root.ts";

/** A fenced block of a page. */
export interface Block {
  language: string;
  /**
   * `file`, `append`, `from`, `until` or `exit` with its value; `long` for commands that are not run, `clone` for those that
   * need a clone.
   */
  options: Record<string, string>;
  text: string;
  /** Line of the page at which the block begins. */
  line: number;
}

export const readPage = (page: string): string => readFileSync(join(root, page), "utf8");

export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map((match) => ({
    language: match[1]!,
    options: Object.fromEntries(
      [...match[2]!.matchAll(/(\w+)=?(\S*)/g)].map(([, key, value]) => [key, value]),
    ),
    text: match[3]!,
    line: page.slice(0, match.index).split("\n").length,
  }));
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*");

/** Returns a pattern of shown output: `…` matches anything within a line, or any lines if it is a whole line. */
export const patternOf = (shown: string): RegExp =>
  new RegExp(`^${shown.split(/^…\n/m).map(literal).join("(?:.*\\n)*")}$`);

export interface Reader {
  /** Folder in which the page begins. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Returns shell functions that stand for commands of a block. */
  functions?(block: Block): string;
  /** Whether the page shows lines of the output, not all of it. */
  excerpts?: boolean;
}

/**
 * Does what a reader of a page does: writes its files, runs its commands in order and compares their output with what the page
 * shows. The folder and exported variables of a block are those of the next.
 *
 * @returns the output of the last commands
 */
export async function follow(page: string, { cwd, env, functions, excerpts }: Reader): Promise<string> {
  let said = "";
  const blocks = blocksOf(readPage(page));
  const commands = blocks.filter(({ language }) => language === "sh");
  expect(commands.length, page).toBeGreaterThan(1);
  expect(commands, page).toHaveLength(readPage(page).match(/^\s*```sh/gm)!.length);
  for (const block of blocks) {
    const { language, options, text, line } = block;
    const place = `line ${line} of ${page}`;
    const file = options.file ?? options.append;
    if (file !== undefined) {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      if (options.append === undefined) writeFileSync(join(cwd, file), text);
      else appendFileSync(join(cwd, file), `\n${text}`);
    } else if (language === "output") {
      if (!excerpts) expect(said, `what ${place} shows`).toMatch(patternOf(text));
      else
        for (const one of text.replace(/\n+$/, "").split("\n"))
          expect(said, `what ${place} shows`).toMatch(new RegExp(`^${literal(one)}$`, "m"));
    } else if (language === "sh" && options.long === undefined) {
      const type = () => typed(`${functions?.(block) ?? ""}\n${text}`, cwd, env);
      const ended = await type();
      expect(ended.code, `${place}:\n${text}${ended.said}`).toBe(Number(options.exit ?? 0));
      ({ said, cwd, env } = ended);
      const { until: awaited } = options;
      if (awaited !== undefined) await until(async () => (await type()).said.includes(awaited));
    }
  }
  return said;
}

/** Writes the files of a page into a folder. */
export function writeFiles(page: string, folder: string): void {
  for (const { options, text } of blocksOf(readPage(page)))
    if (options.file) {
      mkdirSync(dirname(join(folder, options.file)), { recursive: true });
      writeFileSync(join(folder, options.file), text);
    }
}

export interface Typed {
  code: number | null;
  /** Output of both streams. */
  said: string;
  /** Folder and variables at the end. */
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** Runs lines in a shell that stops at the first one that fails. */
export async function typed(lines: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Typed> {
  const folder = mkdtempSync(join(tmpdir(), "botyard-typed-"));
  // Not a pipe: the compiler server that dotnet leaves running would keep it open.
  const left = join(folder, "left");
  const script = `exec 2>&1\nset -e\ntrap 'env -0 > "${left}"' EXIT\n${lines}`;
  const child = spawn("bash", ["-c", script], { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => chunks.push(bytes));
  const [code] = (await once(child, "close")) as [number | null];
  const variables = readFileSync(left, "utf8").split("\0").slice(0, -1);
  rmSync(folder, { recursive: true });
  const ended = Object.fromEntries(variables.map((one) => /^([^=]*)=([\s\S]*)$/.exec(one)!.slice(1)));
  return { code, said: Buffer.concat(chunks).toString("utf8"), cwd: ended.PWD ?? cwd, env: ended };
}
