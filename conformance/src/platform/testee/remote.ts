import type { OpenPlatform, PlatformTestee } from "../model.ts";
import { HttpClient } from "../run/http.ts";
import { platformCapabilities } from "../vocabulary.ts";

export interface Remote {
  baseUrl: string;
  apiKey: string;
  cli: string[];
  lacks: Record<string, string>;
}

/** A platform that is already running. Cases that need what it lacks are not owed. */
export function remotePlatform({ baseUrl, apiKey, cli, lacks }: Remote): PlatformTestee {
  const base = baseUrl.replace(/\/+$/, "");
  const noScript = "the platform does not pass CONF_SCRIPT to bots";
  const sdks = [...platformCapabilities].filter((name) => name.startsWith("sdk-"));
  const all = {
    ...Object.fromEntries(sdks.map((name) => [name, noScript])),
    settings: "a platform that is already running keeps its settings",
    ...lacks,
    ...(cli.length === 0 ? { cli: "no command line is given; use --cli" } : {}),
  };
  return {
    name: base,
    lacks: all,
    knownFailures: [],
    async open(): Promise<OpenPlatform> {
      const found = { ...all, ...(await whatIsMissing(base, apiKey)) };
      Object.assign(all, found);
      const withSettings = () => Promise.reject(new Error(all.settings));
      const close = async () => {};
      return {
        ...{ baseUrl: base, directUrl: base, adminKey: apiKey, isKept: true, cli, lacks: all },
        ...{ withSettings, close },
      };
    },
  };
}

/** Asks the platform what its key permits, and whether it has a tool server. */
async function whatIsMissing(base: string, apiKey: string): Promise<Record<string, string>> {
  const client = new HttpClient();
  const ask = (method: string, path: string, body?: unknown) =>
    client.send({
      method,
      url: `${base}${path}`,
      headers: { authorization: `ApiKey ${apiKey}`, ...(body ? { "content-type": "application/json" } : {}) },
      body: body ? Buffer.from(JSON.stringify(body)) : null,
    });
  try {
    const status = await ask("GET", "/api/v1/auth/status");
    if (status.status !== 200)
      throw new Error(`${base} does not accept the key: ${status.problem ?? status.body.toString()}`);
    const other = { name: "conformance", scopes: ["read"], user: "conformance-bob" };
    await ask("POST", "/api/v1/users", { name: other.user });
    const made = await ask("POST", "/api/v1/api-keys", other);
    const missing: Record<string, string> = {};
    if (made.status === 201) {
      const { id } = JSON.parse(made.body.toString()) as { id: string };
      await ask("DELETE", `/api/v1/api-keys/${id}`);
    } else missing["two-users"] = "the key may not create keys for other users";
    if ((await ask("POST", "/mcp", {})).status === 404) missing.mcp = "there is no POST /mcp";
    return missing;
  } finally {
    client.close();
  }
}
