import type { Reason } from "../reason.ts";
import { mayBeHello, readHello } from "./hello.ts";
import { longestFirst, more, type Reading } from "./reading.ts";
import { mayBeRequest, readRequest } from "./request.ts";

/** What is done with the first bytes of a connection. */
export type Verdict = "more" | "pass" | Reason;

/**
 * Judges the first bytes of a connection to a name: what they say about the server must be this name. TLS is required on
 * port 443 and HTTP on port 80. On other ports both are recognised, and anything else passes.
 */
export function judgeFirst(bytes: Buffer, name: string, port: number): Verdict {
  const reading = read(bytes, port);
  if (reading === undefined) return "pass";
  if (reading.kind === "more") return "more";
  if (reading.kind === "refused") return reading.reason;
  if (reading.name === name) return "pass";
  return mayBeHello(bytes) ? "other_server_name" : "other_host";
}

/** The client speaks first on these ports, so that the host is connected to after the first bytes have passed. */
export const clientSpeaksFirst = (port: number): boolean => port === 443 || port === 80;

function read(bytes: Buffer, port: number): Reading | undefined {
  if (port === 443) return readHello(bytes);
  if (port === 80) return readRequest(bytes);
  if (bytes.length === 0) return more;
  if (mayBeHello(bytes)) return readHello(bytes);
  if (!mayBeRequest(bytes)) return undefined;
  // Other protocols begin with words in capitals too.
  const text = bytes.toString("latin1", 0, longestFirst);
  const end = text.indexOf("\n");
  if (end < 0) return bytes.length < longestFirst ? more : undefined;
  return /HTTP\/1\.[01]\r?$/.test(text.slice(0, end)) ? readRequest(bytes) : undefined;
}
