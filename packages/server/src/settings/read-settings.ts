import { isIP, isIPv4, isIPv6 } from "node:net";
import { checkSchedule, serviceName } from "@botyard/manifest";
import type { LocalService } from "@botyard/runtime";
import {
  type Amount,
  defaultSettings,
  type Settings,
  unbounded,
  type Variable,
  variables,
} from "./settings.ts";

/** An environment variable, or a file that it names, has an invalid value. */
export class SettingsError extends Error {
  readonly code = "settings_invalid";
  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
  }
}

/**
 * Reads settings from the environment; empty variables count as unset.
 * @throws {SettingsError} if a variable is invalid; lists every problem found
 */
export function settingsFrom(env: Record<string, string | undefined>): Partial<Settings> {
  const found: Record<string, unknown> = {};
  const grouped: Record<"limits" | "maxima", Record<string, unknown>> = { limits: {}, maxima: {} };
  const problems: string[] = [];
  for (const { variable, setting, kind } of variables) {
    const text = env[variable];
    if (text === undefined || text === "") continue;
    const value = read(text, kind, setting);
    if (value === undefined) problems.push(complaint(variable, text, kind));
    else {
      const [name, part] = setting.split(".");
      if (part === undefined) found[setting] = value;
      else grouped[name as keyof typeof grouped][part] = value;
    }
  }
  if (problems.length > 0) throw new SettingsError(problems);
  for (const name of ["limits", "maxima"] as const)
    if (Object.keys(grouped[name]).length > 0) found[name] = { ...defaultSettings[name], ...grouped[name] };
  return found as Partial<Settings>;
}

function read(text: string, kind: Variable["kind"], setting: string): unknown {
  if (kind === "text") return text;
  if (kind === "url") return isOrigin(text) ? text : undefined;
  if (kind === "database") return isDatabase(text) ? text : undefined;
  if (kind === "json") return readTexts(text);
  if (kind === "hosts") return readHosts(text);
  if (kind === "networks") return readNetworks(text);
  if (kind === "services") return readServices(text);
  if (kind === "cron") return checkSchedule(text, "UTC").problems.length === 0 ? text : undefined;
  if ("oneOf" in kind) return kind.oneOf.includes(text) ? text : undefined;
  return readAmount(text, kind, setting);
}

function readAmount(text: string, { least, most }: Amount, setting: string): number | undefined {
  const shape = setting.endsWith(".cpus") ? /^\d{1,4}(\.\d{1,6})?$/ : /^\d{1,16}$/;
  const value = shape.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

function readHosts(text: string): string[] | undefined {
  const names = text.split(",").map((name) => name.trim().toLowerCase());
  return names.every((name) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name) || isIPv6(name))
    ? names
    : undefined;
}

function readNetworks(text: string): string[] | undefined {
  const networks = text.split(",").map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

/** True for an address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const most = [0, 32, 128][[0, 4, 6].indexOf(isIP(address))]!;
  if (most === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/** Reads services of the host, such as `price-feed=127.0.0.1:7171`, separated by commas; `undefined` if one is invalid. */
export function readServices(text: string): LocalService[] | undefined {
  const services = text.split(",").map((one) => {
    const [, name = "", address = "", port] = /^\s*([^=\s]+)=([\d.]+):(\d{1,5})\s*$/.exec(one) ?? [];
    return { name, address, port: Number(port) };
  });
  const isService = ({ name, address, port }: LocalService) =>
    serviceName.test(name) && isIPv4(address) && port >= 1 && port <= 65_535;
  const names = new Set(services.map(({ name }) => name));
  return services.every(isService) && names.size === services.length ? services : undefined;
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

function isDatabase(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || !/^\/[^/]+$/.test(url.pathname)) return false;
  return [url.username, url.password, url.hostname, url.pathname].every(isEncoded);
}

/** Whether percent signs are followed by two hexadecimal digits, and name characters. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function readTexts(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return Object.values(value).every((entry) => typeof entry === "string")
      ? (value as Record<string, string>)
      : undefined;
  } catch {
    return undefined;
  }
}

function complaint(variable: string, text: string, kind: Variable["kind"]): string {
  if (kind === "json")
    return `${variable} must be a JSON object whose values are strings, for example {"PRICE_FEED_URL":"http://127.0.0.1:8090"}.`;
  if (kind === "hosts")
    return `${variable} is "${text}"; it must be host names without scheme and port, separated by commas, for example bots.example.com.`;
  if (kind === "networks")
    return `${variable} is "${text}"; it must be addresses or networks, separated by commas, for example 10.0.0.7,192.168.0.0/16.`;
  if (kind === "cron")
    return `${variable} is "${text}"; it must be a cron expression of five fields, for example 0 3 * * *.`;
  if (kind === "services")
    return `${variable} is "${text}"; it must be services of this machine with an IPv4 address and a port, separated by commas, for example price-feed=127.0.0.1:7171.`;
  // Its text is not repeated: it may have a password.
  if (kind === "database")
    return `${variable} is not the URL of a PostgreSQL database. Use postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of the password as %XX.`;
  if (kind === "url")
    return `${variable} is "${text}"; it must be a URL without a path, for example https://bots.example.`;
  if (typeof kind === "object" && "oneOf" in kind)
    return `${variable} is "${text}"; it must be one of ${kind.oneOf.join(", ")}.`;
  const { unit, least, most: top } = kind as Amount;
  const range = top === unbounded ? `at least ${least}` : `${least} to ${top}`;
  return `${variable} is "${text}"; it must be a number (${unit}), ${range}.`;
}
