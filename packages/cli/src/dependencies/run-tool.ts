import { spawn } from "node:child_process";
import type { Context } from "../context.ts";
import { Failure, failed } from "../failure.ts";
import { clean } from "../output/clean.ts";
import { withoutPasswords } from "../output/passwords.ts";

/**
 * Runs another program and returns its standard output.
 *
 * @throws {Failure} exit code 1 if it cannot be started or fails, with its last lines of output as details
 */
export function runTool(
  context: Context,
  tool: {
    argv: readonly string[];
    cwd?: string;
    env?: Record<string, string>;
    failed?: string;
    /** Ends the program after this time. */
    timeoutMs?: number;
    next?: readonly string[];
    /** Is not shown, and neither are the passwords in URLs. */
    secrets?: readonly string[];
  },
): Promise<string> {
  const [program, ...args] = tool.argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program!, args, {
      cwd: tool.cwd ?? context.cwd,
      env: { ...process.env, ...tool.env },
      stdio: ["ignore", "pipe", "pipe"],
      signal: context.signal,
      ...(tool.timeoutMs !== undefined && { timeout: tool.timeoutMs }),
    });
    const said: Buffer[] = [];
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
      said.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
    child.on("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "ENOENT" ? `The program ${program} is not on PATH.` : error.message;
      reject(failed(why, [], ...(tool.next ?? [])));
    });
    child.on("close", (code) => {
      if (code === 0) return resolve(output);
      const text = withoutPasswords(clean(Buffer.concat(said).toString("utf8")), tool.secrets);
      const lines = text.trim().split("\n").slice(-15);
      reject(
        new Failure(1, tool.failed ?? `${program} exited with code ${code}.`, {
          details: lines,
          next: tool.next ?? [],
        }),
      );
    });
  });
}
