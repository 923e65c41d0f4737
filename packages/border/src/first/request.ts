import { longestFirst, more, type Reading, refused } from "./reading.ts";

const longestMethod = 20;

/** Returns true if these bytes can begin an HTTP/1 request, whose method is a word in capitals. */
export const mayBeRequest = (bytes: Buffer): boolean =>
  /^[A-Z]{1,20}(?: |$)/.test(bytes.toString("latin1", 0, longestMethod + 1));

/** Reads the host's name from the first HTTP/1 request of a client (RFC 9112, section 3.2). */
export function readRequest(bytes: Buffer): Reading {
  if (bytes.length > 0 && !mayBeRequest(bytes)) return refused("not_http");
  const text = bytes.toString("latin1", 0, longestFirst);
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return bytes.length < longestFirst ? more : refused("no_host");
  const [first = "", ...lines] = text.slice(0, end.index).split(/\r?\n/);
  const target = /^[A-Z]+ (\S+) HTTP\/1\.[01]$/.exec(first)?.[1];
  if (target === undefined) return refused("not_http");
  const hosts = lines.filter((line) => /^host[ \t]*:/i.test(line));
  const host = hosts.length === 1 ? hostIn(hosts[0]!.slice(hosts[0]!.indexOf(":") + 1).trim()) : undefined;
  if (host === undefined) return refused("no_host");
  // A proxy would connect to the host of the target.
  const authority = target.startsWith("/") || target === "*" ? host : hostIn(authorityOf(target));
  return authority === host ? { kind: "named", name: host } : refused("other_host");
}

const authorityOf = (target: string) => /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/?#]*)/i.exec(target)?.[1] ?? "";

function hostIn(authority: string): string | undefined {
  return /^([A-Za-z0-9._-]+)(?::\d*)?$/.exec(authority)?.[1]?.toLowerCase();
}
