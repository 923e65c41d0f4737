import { spawn } from "node:child_process";
import type { Context } from "../context.ts";

/** Writes text to standard output, through `PAGER` if it is set and the text does not fit the terminal. */
export async function page(context: Context, text: string): Promise<void> {
  const pager = context.env.PAGER;
  const lines = text.split("\n").length;
  if (!pager || pager === "cat" || !context.stdout.isTTY || lines <= context.stdout.rows) {
    context.stdout.write(text);
    return;
  }
  await new Promise<void>((resolve) => {
    const child = spawn(pager, {
      shell: true,
      stdio: ["pipe", "inherit", "inherit"],
      env: { LESS: "FRX", ...process.env },
    });
    child.stdin.on("error", () => {});
    child.on("error", () => {
      context.stdout.write(text);
      resolve();
    });
    child.on("close", () => resolve());
    child.stdin.end(text);
  });
}
