import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { IsolationLevel } from "../../../executor.ts";
import type { Rights } from "./border-command.ts";

/**
 * Returns why launches cannot have a network of their own on this machine, in one sentence; `undefined` if they can.
 * Makes a network namespace with the rights of the border, and enters it.
 */
export async function networkObstacle(
  isolation: IsolationLevel,
  { border }: Pick<Rights, "border">,
): Promise<string | undefined> {
  const so = "Bots cannot have a network of their own:";
  if (isolation === "none") return `${so} without isolation they could leave it.`;
  const trial = border(["unshare", "--net", "nsenter", "--net=/proc/self/ns/net", "true"]);
  const [file = "", ...rest] = trial;
  try {
    await promisify(execFile)(file, rest, { timeout: 10_000 });
    return undefined;
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: string | number; stderr?: string };
    if (code === "ENOENT") return `${so} ${file} is not installed.`;
    return `${so} ${(stderr?.trim() || message).replace(/\.$/, "")}.`;
  }
}
