import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { peers } from "../../settings/executors.ts";
import type { Settings } from "../../settings/settings.ts";
import { isLoopback, networkOf, sourceOf } from "./source.ts";

/** Where the sign-in of a device is begun, as far as limits can tell. */
export interface Source {
  source: string;
  network: string;
}

/**
 * Returns where a request comes from. All programs of the platform's machine share its loopback addresses, so they are
 * told apart by their users, and a bot cannot pretend to be a proxy that names its client.
 */
export async function signInSource(
  { executor }: Pick<Settings, "executor">,
  { ip, raw: { socket } }: FastifyRequest,
): Promise<Source> {
  const peer = socket.remoteAddress ?? "";
  if (isLoopback(peer) && process.platform === "linux") {
    const found = await peers[executor](socket);
    const isProxy = ip !== peer && found !== undefined && !found.mayBeBot;
    if (!isProxy) return local(found?.uid);
  }
  // A proxy may pass on what its client has written.
  const source = sourceOf(isIP(ip) === 0 ? peer : ip);
  return { source, network: networkOf(source) };
}

function local(uid: number | undefined): Source {
  const source = uid === undefined ? "127.0.0.1" : `127.0.0.1 user ${uid}`;
  return { source, network: source };
}
