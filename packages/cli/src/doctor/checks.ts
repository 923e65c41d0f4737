import { baseUrl, type Client, createClient, type System } from "@botyard/client";
import type { Context } from "../context.ts";
import { namedPython, pythonNames } from "../dependencies/find-python.ts";
import { runTool } from "../dependencies/run-tool.ts";
import { clean } from "../output/clean.ts";
import { bytes, duration } from "../output/times.ts";
import { anotherKey, explain } from "../report.ts";
import type { Check } from "./check.ts";
import { databaseChecks } from "./database.ts";

/** A larger clock difference, in milliseconds, is reported: it makes keys appear expired. */
const clockSkewMs = 30_000;

export async function checkEverything(context: Context): Promise<Check[]> {
  const local = await Promise.all([python(context), npm(context)]);
  return [node(context), ...local, ...(await databaseChecks(context)), ...(await platform(context))];
}

function node(context: Context): Check {
  return {
    name: "command",
    state: "ok",
    says: `platform ${context.version} on Node ${process.versions.node}`,
  };
}

async function python(context: Context): Promise<Check> {
  const name = "Python";
  for (const program of pythonNames(context)) {
    const ask =
      "import sys; print('.'.join(map(str, sys.version_info[:3]))); sys.exit(sys.version_info < (3, 11))";
    const version = await runTool(context, { argv: [program, "-c", ask] }).catch(() => undefined);
    if (version === undefined) continue;
    const pip = await runTool(context, { argv: [program, "-m", "pip", "--version"] }).catch(() => undefined);
    if (pip) return { name, state: "ok", says: `${program} is ${version.trim()}, with pip` };
    return {
      name,
      state: "warning",
      says: `${program} is ${version.trim()}, without pip, which is needed only for requirements other than botyard`,
      next: "apt install python3-pip",
    };
  }
  return {
    name,
    state: "warning",
    says: `Python 3.11 or newer was not found; Python bots cannot run on this machine.${await namedPython(context)}`,
    next: "apt install python3",
  };
}

async function npm(context: Context): Promise<Check> {
  const version = await runTool(context, { argv: ["npm", "--version"] }).catch(() => undefined);
  if (version) return { name: "npm", state: "ok", says: version.trim() };
  return {
    name: "npm",
    state: "warning",
    says: "not found on PATH; it is needed only for dependencies other than @botyard/sdk",
  };
}

async function platform(context: Context): Promise<Check[]> {
  const { url, urlFrom, key, keyFrom } = await context.credentials();
  const client = createClient({ url, key, signal: context.signal });
  const checks: Check[] = [];
  try {
    const { version, isolation } = await client.health();
    checks.push({ name: "platform", state: "ok", says: `${url} (from ${urlFrom}) answers` });
    checks.push(versionCheck(context, version), isolationCheck(isolation), ...networkCheck(isolation));
    checks.push(...(await readinessCheck(context, `${baseUrl(url)}/readyz`)));
  } catch (error) {
    checks.push({
      name: "platform",
      state: "problem",
      says: `${url} (from ${urlFrom}): ${sentence(error)}`,
      next: "platform serve, or PLATFORM_API_URL",
    });
    return checks;
  }
  if (!key) {
    checks.push({
      name: "sign-in",
      state: "problem",
      says: `no key for ${url}`,
      next: "platform auth login",
    });
    return checks;
  }
  try {
    const status = await client.auth.status();
    const says = `${status.user_name}, key ${status.key.id} from ${keyFrom} (${status.key.scopes.join(", ")})`;
    checks.push({ name: "sign-in", state: "ok", says }, clockCheck(context, status.server_time));
    checks.push(...(await systemChecks(context, client)));
    checks.push(await toolServerCheck(context, `${baseUrl(url)}/mcp`, key));
  } catch (error) {
    const next = anotherKey(context.env);
    checks.push({ name: "sign-in", state: "problem", says: sentence(error), next });
  }
  return checks;
}

function versionCheck(context: Context, version: string): Check {
  const name = "version";
  if (version === context.version)
    return { name, state: "ok", says: `the platform and this command are version ${version}` };
  return {
    name,
    state: "warning",
    says: `the platform is version ${version} and this command ${context.version}; some commands may fail`,
    next: "update the older one",
  };
}

function networkCheck({ network }: { network?: string }): Check[] {
  const name = "network";
  // An earlier platform does not say it.
  if (network === undefined) return [];
  if (network === "own") return [{ name, state: "ok", says: "each bot connects to what its network lists" }];
  const says =
    network === "host"
      ? "every bot has the network of the platform's machine"
      : "not available; only bots with the network of the platform's machine can be started";
  return [{ name, state: "warning", says }];
}

function isolationCheck(isolation: { isolation: string; limits: string; reasons: string[] }): Check {
  const name = "isolation";
  const why = isolation.reasons.map(clean).join(" ");
  if (isolation.isolation === "undetermined")
    return { name, state: "problem", says: `no bot is started. ${why}` };
  const says = `${isolation.isolation}, limits ${isolation.limits}`;
  return {
    name,
    state: isolation.isolation === "none" ? "warning" : "ok",
    says: why ? `${says}. ${why}` : says,
  };
}

/** Reports why the platform is not ready; the isolation is reported anyway. */
async function readinessCheck(context: Context, address: string): Promise<Check[]> {
  const answer = await context.fetch(address, { signal: context.signal, redirect: "error" });
  if (answer.ok) return [];
  const problem = (await answer.json().catch(() => ({}))) as { code?: string; detail?: string };
  if (problem.code === "isolation_unavailable") return [];
  const says = clean(problem.detail ?? `${address} answers ${answer.status}`);
  return [{ name: "readiness", state: "problem", says }];
}

function clockCheck(context: Context, serverTime: string): Check {
  const skew = Math.abs(context.clock.now().getTime() - Date.parse(serverTime));
  if (skew <= clockSkewMs)
    return { name: "clock", state: "ok", says: "in agreement with the platform's clock" };
  return {
    name: "clock",
    state: "warning",
    says: `differs from the platform's clock by ${duration(skew)}`,
    next: "correct the clock of this machine or of the platform's (timedatectl)",
  };
}

/** Tells what the platform says of itself. */
async function systemChecks(context: Context, client: Client): Promise<Check[]> {
  const system = await client.system().catch(() => undefined);
  if (system === undefined) return [];
  const { target, health, commitments = [], backup } = system;
  const secrets = health.find(({ name, status }) => name === "secrets" && status === "failing");
  return [
    ...interpretersCheck(target),
    ...(secrets?.detail ? [{ name: "secrets", state: "problem" as const, says: clean(secrets.detail) }] : []),
    ...(backup ? [backupCheck(context, backup, health)] : []),
    ...commitments.flatMap(({ name, detail }) =>
      detail === null ? [] : [{ name: `bots: ${name}`, state: "warning" as const, says: clean(detail) }],
    ),
  ];
}

/** Tells the last good backup. */
function backupCheck({ env }: Context, { last, next_at }: System["backup"], health: System["health"]): Check {
  const name = env.PLATFORM_DATABASE_URL ? "backup (without the records)" : "backup";
  const failure = health.find((part) => part.name === "backup" && part.status === "failing")?.detail;
  const known = last ? `the last one is of ${last.created_at} (${bytes(last.bytes)})` : "none has been made";
  const says = next_at ? `${known}; the next one is due at ${next_at}` : known;
  if (failure) return { name, state: "problem", says: `${clean(failure)} ${says}` };
  if (last) return { name, state: "ok", says };
  return { name, state: "warning", says, next: "platform backup, or PLATFORM_BACKUP_DIR" };
}

/** Names the interpreters of the platform, with the runtimes that they run. */
function interpretersCheck(target: System["target"] | undefined): Check[] {
  // An earlier platform does not say it.
  if (target === undefined) return [];
  const runtimes = new Map<string, string[]>();
  for (const { implementation, version, runtime } of target.interpreters) {
    const name = `${{ cpython: "Python", pypy: "PyPy", node: "Node.js" }[implementation]} ${version}`;
    runtimes.set(name, [...(runtimes.get(name) ?? []), runtime]);
  }
  const says = [...runtimes].map(([name, ids]) => `${name} (${ids.join(", ")})`).join(", ");
  return says === "" ? [] : [{ name: "interpreters", state: "ok", says: clean(says) }];
}

/** Lists the tools as an assistant would. */
async function toolServerCheck(context: Context, address: string, key: string): Promise<Check> {
  const name = "tool server";
  const next = "platform 0.1 or newer, and if there is a proxy, let it pass POST /mcp on";
  try {
    const answer = await context.fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      signal: context.signal,
      redirect: "error",
    });
    const { result, error } = (await answer.json()) as {
      result?: { tools: unknown[] };
      error?: { message: string; data?: { hint?: string } };
    };
    if (result) return { name, state: "ok", says: `${address} has ${result.tools.length} tools` };
    const hint = error?.data?.hint;
    const says = `${address} refuses the request: ${clean(error?.message ?? `status ${answer.status}`)}`;
    return { name, state: "problem", says, next: hint === undefined ? next : clean(hint) };
  } catch (error) {
    return { name, state: "problem", says: `${address} does not answer: ${sentence(error)}`, next };
  }
}

function sentence(error: unknown): string {
  return explain(error).lines[0]!.replace(/^error: /, "");
}
