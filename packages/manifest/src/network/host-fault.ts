import { isIP } from "node:net";
import { show } from "../documents/fields.ts";

const longestName = 253;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** What is wrong with a host of a network, and what to write instead; `undefined` if nothing is. */
export function hostFault(host: string): { message: string; next: string } | undefined {
  const fault = (why: string, next: string) => ({ message: `The host ${show(host)} ${why}.`, next });
  const url = /^[a-z][a-z\d+.-]*:\/\/([^/?#@]*)/i.exec(host)?.[1];
  if (url !== undefined || host.includes("/"))
    return fault("is an address of the web", `Write the name alone${url ? `: ${url.toLowerCase()}` : ""}.`);
  if (/[^\x20-\x7e]/.test(host))
    return fault("has letters outside of ASCII, which can look like others", "Write a name in ASCII.");
  const literal = /^\[(.*)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d+$/, "");
  if (isIP(host) || isIP(literal) || /^[\d.]+$/.test(literal) || /^0x/i.test(literal))
    return fault(
      "is an address, not a name",
      "Write a name. The operator of the platform can offer an address as a local service.",
    );
  const [name = "", port, ...more] = host.split(":");
  if (more.length > 0 || (port !== undefined && !isPort(port)))
    return fault("has no valid port", "Write a port from 1 to 65535, for instance ws.kraken.com:8443.");
  if (name !== name.toLowerCase()) return fault("has capital letters", `Write ${host.toLowerCase()}.`);
  if (name === "*") return undefined;
  const labels = (name.startsWith("*.") ? name.slice(2) : name).split(".");
  if (labels.some((one) => one.includes("*")))
    return fault("has a wildcard at the wrong place", 'Write it as the first part: "*.binance.com".');
  if (labels.some((one) => one.startsWith("xn--")))
    return fault(
      "is in Punycode, which can stand for letters that look like others",
      "Write a name in ASCII.",
    );
  if (name.length > longestName || labels.some((one) => !label.test(one)))
    return fault(
      "is not a host name",
      "Use letters, digits and hyphens, in parts that are separated by dots.",
    );
  if (labels.length < 2)
    return fault(
      name.startsWith("*.") ? "is too wide" : "has only one part",
      name.startsWith("*.")
        ? "Name the domain: *.binance.com."
        : "Write a full name. A service of the host is listed under local.",
    );
  return undefined;
}

const isPort = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
