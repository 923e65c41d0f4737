import type { PeerCertificate } from "node:tls";
import type pg from "pg";
import { textOf } from "./errors.ts";

/** Certificates that are not trusted, by the codes of TLS. */
export const isOfCertificate = (code: string): boolean =>
  /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS_CERT)/.test(code);

/** Returns why the certificate of a server is not accepted, and what to do. */
export function certificateRefused(error: unknown, client: Pick<pg.Client, "host" | "port" | "ssl">): string {
  const { host, port } = client;
  const { code, cert } = error as { code: string; cert?: PeerCertificate };
  const certificate = `The certificate of the server ${host}:${port}`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `${certificate} is for another host: it names ${namesOf(cert)}, and not ${host}. Write a host that it names in PLATFORM_DATABASE_URL, or have the certificate renewed with ${host}`;
  if (code === "CERT_HAS_EXPIRED") return `${certificate} has expired. Have it renewed`;
  if (code === "CERT_NOT_YET_VALID")
    return `${certificate} is not valid yet. Check the clocks of this machine and of the server`;
  if (!/^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/.test(code))
    return `${certificate} is not trusted: ${textOf(error)}. Have it renewed`;
  const { ca } = Object(client.ssl) as { ca?: unknown };
  const why =
    ca !== undefined
      ? "it is not signed by an authority of the file that sslrootcert names"
      : code === "DEPTH_ZERO_SELF_SIGNED_CERT"
        ? "it is self-signed"
        : "this machine does not know the authority that signed it";
  const file = code === "DEPTH_ZERO_SELF_SIGNED_CERT" ? "its own file" : "the file of its authority";
  return `${certificate} is not trusted: ${why}. Name ${file} in PLATFORM_DATABASE_URL: ?sslmode=verify-full&sslrootcert=FILE`;
}

/** The hosts that a certificate names. */
function namesOf(certificate: PeerCertificate | undefined): string {
  const { subjectaltname, subject } = certificate ?? {};
  const names = subjectaltname?.replace(/(DNS|IP Address):/g, "") ?? subject?.CN;
  return names?.toString() || "no host";
}
