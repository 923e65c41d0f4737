import { spawn } from "node:child_process";
import { join } from "node:path";

/** A fenced block of a page. */
export interface Block {
  language: string;
  /** `file`, `append` or `exit` with its value; `long` for commands that are not run. */
  options: Record<string, string>;
  text: string;
  /** Line of the page at which the block begins. */
  line: number;
}

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

/** Returns a pattern of shown output: `…` matches anything within a line, or any lines if it is a whole line. */
export function patternOf(shown: string): RegExp {
  const parts = shown
    .split(/^…\n/m)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*"));
  return new RegExp(`^${parts.join("(?:.*\\n)*")}$`);
}

export interface Typed {
  code: number | null;
  /** Output of both streams. */
  said: string;
  /** Working directory at the end. */
  cwd: string;
}

/**
 * Runs lines of a page in a shell in which `npm run --silent conformance --` is the command of a clone.
 *
 * @param home folder of the compile cache, so that the command is not compiled at each start
 */
export function type(lines: string, where: { clone: string; cwd: string; home: string }): Promise<Typed> {
  const npm = `npm() {
    [ "\${*:1:4}" = "run --silent conformance --" ] || return 127
    "${process.execPath}" "${join(where.clone, "conformance/src/main.ts")}" "\${@:5}"
  }`;
  const script = `exec 2>&1\n${npm}\n${lines}\nstatus=$?\npwd >&3\nexit $status`;
  // Without PYTHON it would search for an interpreter at each start.
  const env = { PYTHON: "python3", NODE_COMPILE_CACHE: join(where.home, "compiled"), ...process.env };
  const stdio = ["ignore", "pipe", "ignore", "pipe"] as const;
  return new Promise((done) => {
    const child = spawn("bash", ["-c", script], { cwd: where.cwd, env, stdio: [...stdio] });
    const chunks: { said: Buffer[]; cwd: Buffer[] } = { said: [], cwd: [] };
    child.stdio[1]!.on("data", (bytes: Buffer) => chunks.said.push(bytes));
    child.stdio[3]!.on("data", (bytes: Buffer) => chunks.cwd.push(bytes));
    child.on("close", (code) => {
      const [said, cwd] = [chunks.said, chunks.cwd].map((all) => Buffer.concat(all).toString("utf8"));
      done({ code, said: said!, cwd: cwd!.trim() || where.cwd });
    });
  });
}
