import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { parse } from "smol-toml";
import type { Context } from "../../context.ts";
import { type Table, tableOf, tablesOf, textOf } from "./lock.ts";
import type { Authorise } from "./requirement-lines.ts";

interface Login {
  username: string;
  password: string;
}

/**
 * Returns where a lock file's indexes are reached, with the credentials that uv, Poetry and pip are given for them. Those in
 * a .netrc or a keyring are found by pip itself.
 *
 * @param configured what `pip config list` says
 */
export async function indexLogins(context: Context, project: Table, configured: string): Promise<Authorise> {
  const { env } = context;
  const tool = tableOf(project.tool);
  const declared = [...tablesOf(tableOf(tool.uv).index), ...tablesOf(tableOf(tool.poetry).source)];
  const ofUv = ["UV_DEFAULT_INDEX", "UV_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL"];
  const ofPip = ["PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"];
  const given = [...ofUv, ...ofPip].flatMap((name) => env[name]?.split(/\s+/) ?? []);
  // uv puts the name of an index before its URL: name=https://…
  const named = given.map((one) => one.replace(/^[\w-]+=(?=https?:)/, ""));
  const written = configured.match(/https?:\/\/[^\s'"\\,]+/g) ?? [];
  const urls = [...declared.flatMap(({ url }) => textOf(url) ?? []), ...named, ...written];
  const poetry = await poetryLogins(env);
  return ({ url, name = nameOf(declared, url) }) => {
    const same = urls.find((one) => bare(one) === bare(url) && new URL(one).username !== "");
    if (same !== undefined) return same;
    const login = name === undefined ? undefined : (byVariables(env, name) ?? poetry(name));
    if (login === undefined) return url;
    const to = new URL(url);
    to.username = encodeURIComponent(login.username);
    to.password = encodeURIComponent(login.password);
    return to.href;
  };
}

const nameOf = (declared: readonly Table[], url: string): string | undefined =>
  textOf(declared.find((one) => bare(textOf(one.url) ?? "") === bare(url))?.name);

/** A URL without its user, its password and its last slash. */
function bare(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//").replace(/\/+$/, "");
}

function byVariables(env: Context["env"], name: string): Login | undefined {
  const word = name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_");
  for (const start of [`UV_INDEX_${word}`, `POETRY_HTTP_BASIC_${word}`]) {
    const username = env[`${start}_USERNAME`];
    const password = env[`${start}_PASSWORD`];
    if (username || password) return { username: username ?? "", password: password ?? "" };
  }
  return undefined;
}

/** What `poetry config http-basic.<name>` has stored without a keyring. */
async function poetryLogins(env: Context["env"]): Promise<(name: string) => Login | undefined> {
  const folder = env.POETRY_CONFIG_DIR ?? join(env.XDG_CONFIG_HOME ?? join(homedir(), ".config"), "pypoetry");
  const text = await readFile(join(folder, "auth.toml"), "utf8").catch(() => "");
  let stored: Table = {};
  try {
    stored = tableOf(parse(text)["http-basic"]);
  } catch {
    // Poetry itself reports what it cannot read.
  }
  return (name) => {
    const { username, password } = tableOf(stored[name]);
    return typeof username === "string" ? { username, password: textOf(password) ?? "" } : undefined;
  };
}
