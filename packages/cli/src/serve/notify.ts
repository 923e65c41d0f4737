import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Environment } from "../context.ts";

/**
 * Tells the service manager that the platform is ready, if it asks for that (`Type=notify` of systemd).
 *
 * @throws {Error} if it cannot be told; it would end the platform after a while
 */
export async function notifyReady(env: Environment): Promise<void> {
  if (!env.NOTIFY_SOCKET) return;
  try {
    await promisify(execFile)("systemd-notify", ["--ready"], { env });
  } catch (error) {
    throw new Error(
      `The service manager at ${env.NOTIFY_SOCKET} could not be told that the platform is ready: ${(error as Error).message.trim()}. Install systemd-notify, or use Type=exec in the unit.`,
    );
  }
}
