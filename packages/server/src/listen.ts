import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Settings } from "./settings/settings.ts";

/** The port is in use. */
export class PortTakenError extends Error {
  readonly code = "port_taken";
  readonly port: number;

  constructor(host: string, port: number, cause: unknown) {
    super(
      `Port ${port} on ${host} is in use by another program. Choose another port, for example --port ${port + 1}.`,
      {
        cause,
      },
    );
    this.name = "PortTakenError";
    this.port = port;
  }
}

/** The host is not an address of this machine, or cannot be resolved. */
export class HostUnusableError extends Error {
  readonly code = "host_unusable";
  readonly host: string;

  constructor(host: string, cause: NodeJS.ErrnoException) {
    const why =
      cause.code === "EADDRNOTAVAIL"
        ? "this machine has no such address"
        : `its address cannot be determined (${cause.code})`;
    super(
      `The platform cannot listen on ${host}: ${why}. Use an address of this machine: --host 127.0.0.1 for local access only, --host 0.0.0.0 for all networks.`,
      { cause },
    );
    this.name = "HostUnusableError";
    this.host = host;
  }
}

const unusableHost = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL", "EAFNOSUPPORT"];

/**
 * Listens, and returns the address by which this machine reaches the platform.
 * @throws {PortTakenError} if another program uses the port
 * @throws {HostUnusableError} if the host is not an address of this machine
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Settings, "host" | "port">,
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new PortTakenError(host, port, error);
    if (unusableHost.includes(code)) throw new HostUnusableError(host, error as NodeJS.ErrnoException);
    throw error;
  }
  const address = app.server.address() as AddressInfo;
  const shown = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${shown.includes(":") ? `[${shown}]` : shown}:${address.port}`;
}
