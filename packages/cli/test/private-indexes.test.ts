import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { packFiles } from "@botyard/manifest";
import { describe, expect, test } from "vitest";
import { type IndexServer, indexServer, locked, uvLock } from "./index-server.ts";
import { newBot, paths } from "./new-bot.ts";
import { afterThisTest, platform, temporary } from "./platform.ts";

const login = { username: "trader", password: "pa55/w@rd" };
const encoded = encodeURIComponent(login.password);
/** What must not be seen anywhere. */
const secrets = [
  login.password,
  encoded,
  "pa55",
  Buffer.from(`${login.username}:${login.password}`).toString("base64"),
];

/** A python that writes its arguments to a file. */
function observed(): { python: string; argv(): string } {
  const folder = temporary();
  const log = join(folder, "argv");
  const python = join(folder, "python");
  writeFileSync(python, `#!/bin/sh\nprintf '%s\\n' "$@" >>'${log}'\nexec python3 "$@"\n`, { mode: 0o755 });
  return { python, argv: () => readFileSync(log, "utf8") };
}

/** Everything that the command has left in a folder, archives unpacked. */
function allFiles(folder: string): string {
  const names = readdirSync(folder, { recursive: true }) as string[];
  const texts = names
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => (path.endsWith(".tar.gz") ? gunzipSync(readFileSync(path)) : readFileSync(path)));
  return Buffer.concat(texts).toString("latin1");
}

async function project(index: IndexServer, files: Record<string, string>): Promise<string> {
  const cwd = await newBot();
  rmSync(join(cwd, "requirements.txt"));
  index.wheel("inner");
  for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
  return cwd;
}

const uvProject = (index: IndexServer) =>
  `[project]\nname = "my-bot"\nversion = "0.1.0"\ndependencies = ["inner"]\n\n[[tool.uv.index]]\nname = "my-own"\nurl = "${index.url}"\n`;

const withUv = async () => {
  const index = await indexServer(login);
  const cwd = await project(index, { "pyproject.toml": uvProject(index) });
  const lock = uvLock('{ name = "inner" }', '{ name = "inner" }', locked(index, "inner"));
  writeFileSync(join(cwd, "uv.lock"), lock);
  return { index, cwd };
};

const withPoetry = async () => {
  const index = await indexServer(login);
  const cwd = await project(index, { "pyproject.toml": "[tool.poetry]\npackage-mode = false\n" });
  const lock = `
[[package]]
name = "inner"
version = "1.0"
groups = ["main"]
files = [{file = "inner.whl", hash = "${index.hash("inner")}"}]

[package.source]
type = "legacy"
url = "${index.url}"
reference = "my-own"

[metadata]
lock-version = "2.1"
`;
  writeFileSync(join(cwd, "poetry.lock"), lock);
  return { index, cwd };
};

const withRequirements = async () => {
  const index = await indexServer(login);
  return { index, cwd: await project(index, { "requirements.txt": "inner\n" }) };
};

const authorised = ({ host }: IndexServer, password = encoded) => `http://trader:${password}@${host}/simple`;

function file(name: string, text: string): string {
  const path = join(temporary(), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

/** Returns the environment in which an index is given this password. */
const ways: [
  string,
  () => ReturnType<typeof withUv>,
  (index: IndexServer, password: string) => Record<string, string>,
][] = [
  ["PIP_INDEX_URL", withRequirements, (index, password) => ({ PIP_INDEX_URL: authorised(index, password) })],
  [
    "a pip.conf",
    withRequirements,
    (index, password) => ({
      PIP_CONFIG_FILE: file("pip.conf", `[global]\nindex-url = ${authorised(index, password)}\n`),
    }),
  ],
  [
    "a pip.conf, for a lock file",
    withUv,
    (index, password) => ({
      PIP_CONFIG_FILE: file("pip.conf", `[global]\nindex-url = ${authorised(index, password)}\n`),
    }),
  ],
  [
    "uv's variables",
    withUv,
    (_, password) => ({
      UV_INDEX_MY_OWN_USERNAME: "trader",
      UV_INDEX_MY_OWN_PASSWORD: decodeURIComponent(password),
    }),
  ],
  ["UV_INDEX", withUv, (index, password) => ({ UV_INDEX: `my-own=${authorised(index, password)}` })],
  [
    "Poetry's variables",
    withPoetry,
    (_, password) => ({
      POETRY_HTTP_BASIC_MY_OWN_USERNAME: "trader",
      POETRY_HTTP_BASIC_MY_OWN_PASSWORD: decodeURIComponent(password),
    }),
  ],
  [
    "Poetry's auth.toml",
    withPoetry,
    (_, password) => {
      const text = `[http-basic.my-own]\nusername = "trader"\npassword = "${decodeURIComponent(password)}"\n`;
      return { POETRY_CONFIG_DIR: dirname(file("auth.toml", text)) };
    },
  ],
  [
    "a .netrc",
    withUv,
    (_, password) => ({
      NETRC: file("netrc", `machine 127.0.0.1 login trader password ${decodeURIComponent(password)}\n`),
    }),
  ],
];

describe.each(ways)("Python: an index with a password in %s", (_, prepare, environment) => {
  test("is used, and the password is in no argument, output or package", async () => {
    const { index, cwd } = await prepare();
    const { python, argv } = observed();
    const env = { ...environment(index, encoded), PIP_FIND_LINKS: "", PLATFORM_PYTHON: python };
    const { code, stdout, stderr } = await platform(["custom-bot", "deploy", "--dry-run", "--json"], {
      cwd,
      env,
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining("Vendored inner 1.0 into vendor/")]);
    expect(index.asked).toContain("inner");
    const seen = `${stdout}${stderr}${argv()}${allFiles(cwd)}`;
    for (const secret of secrets) expect(seen).not.toContain(secret);
  });

  test("is refused with a wrong password, which the error does not show", async () => {
    const { index, cwd } = await prepare();
    const { python, argv } = observed();
    const env = { ...environment(index, "wr0ng%2Fone"), PIP_FIND_LINKS: "", PLATFORM_PYTHON: python };
    const { code, stdout, stderr } = await platform(["custom-bot", "deploy", "--dry-run"], { cwd, env });
    expect([code, stderr]).toEqual([1, expect.stringContaining("nothing was uploaded.")]);
    expect(stderr).toContain("inner");
    expect(`${stdout}${stderr}${argv()}`).not.toContain("wr0ng");
  });
});

test("Python: the public index is not asked for the packages of a private one", async () => {
  const [{ index, cwd }, other] = await Promise.all([withUv(), indexServer()]);
  const env = { UV_INDEX: authorised(index), PIP_INDEX_URL: other.url, PIP_FIND_LINKS: "" };
  const { code } = await platform(["custom-bot", "deploy", "--dry-run"], { cwd, env });
  expect([code, index.asked, other.asked]).toEqual([0, expect.arrayContaining(["inner"]), []]);
});

test("a password in a list of packages is not packed", async () => {
  const index = await indexServer(login);
  const cwd = await project(index, { "requirements.txt": `--index-url ${authorised(index)}\ninner\n` });
  const env = { PIP_FIND_LINKS: "" };
  const refused = await platform(["custom-bot", "deploy", "--dry-run"], { cwd, env });
  expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining("the password of their index")]);
  expect(refused.stderr).not.toContain("pa55");
  const text = authorised(index).replace(encoded, () => `\${INDEX_TOKEN}`);
  writeFileSync(join(cwd, "requirements.txt"), `--index-url ${text}\ninner\n`);
  const withVariable = { cwd, env: { ...env, INDEX_TOKEN: encoded } };
  const packed = await platform(["custom-bot", "deploy", "--dry-run"], withVariable);
  expect([packed.code, packed.stderr]).toEqual([0, expect.stringContaining("Vendored inner 1.0")]);
});

/** A bot with a package of a registry that wants a token. */
async function withNpm(npmrc: (host: string) => string) {
  const cwd = await newBot("--runtime", "nodejs24");
  const path = join(temporary(), "package.tgz");
  const manifest = { name: "@my/averages", version: "2.0.0", main: "index.js" };
  await packFiles(
    [
      { path: "package/package.json", content: Buffer.from(JSON.stringify(manifest)) },
      { path: "package/index.js", content: Buffer.from("exports.average = 1;\n") },
    ],
    path,
  );
  const tarball = readFileSync(path);
  const server = createServer(({ headers }, response) => {
    if (headers.authorization === "Bearer t0ken") response.end(tarball);
    else response.writeHead(401, { "www-authenticate": "Bearer" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(() => server.closeAllConnections() ?? server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const dependencies = { "@my/averages": "2.0.0" };
  const resolved = `http://${host}/averages.tgz`;
  const files = {
    "package.json": { name: "my-bot", version: "1.0.0", dependencies },
    "package-lock.json": {
      ...{ name: "my-bot", version: "1.0.0", lockfileVersion: 3 },
      packages: {
        "": { name: "my-bot", version: "1.0.0", dependencies },
        "node_modules/@my/averages": { version: "2.0.0", resolved, integrity },
      },
    },
  };
  for (const [name, value] of Object.entries(files)) writeFileSync(join(cwd, name), JSON.stringify(value));
  return { cwd, npmrc: `@my:registry=http://${host}/\n${npmrc(host)}` };
}

const npmToken = (host: string) => `//${host}/:_authToken=\${MY_NPM_TOKEN}\n`;

test.each(["the bot's folder", "the user's settings"])(
  "Node: a registry is used with the token of an .npmrc in %s, which is not packed",
  async (place) => {
    const { cwd, npmrc } = await withNpm(npmToken);
    const own = place === "the bot's folder" ? join(cwd, ".npmrc") : file("npmrc", "");
    writeFileSync(own, npmrc);
    const deploy = (token: string) =>
      platform(["custom-bot", "deploy", "--dry-run", "--json"], {
        cwd,
        env: {
          ...{ MY_NPM_TOKEN: token, npm_config_cache: temporary(), npm_config_fetch_retries: "0" },
          ...(place === "the bot's folder" ? {} : { npm_config_userconfig: own }),
        },
      });
    const refused = await deploy("wr0ng");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("401")]);
    expect(refused.stderr).not.toContain("wr0ng");
    const packed = await deploy("t0ken");
    expect([packed.code, packed.stderr]).toEqual([0, expect.stringContaining("@my/averages")]);
    expect(paths(JSON.parse(packed.stdout))).toContain("node_modules/@my/averages/index.js");
    expect(`${packed.stdout}${packed.stderr}${allFiles(cwd)}`).not.toContain("t0ken");
  },
);

test("Node: an .npmrc with a token itself is refused", async () => {
  const { cwd, npmrc } = await withNpm((host) => `//${host}/:_authToken=t0ken\n`);
  writeFileSync(join(cwd, ".npmrc"), npmrc);
  const { code, stderr } = await platform(["custom-bot", "deploy", "--dry-run"], { cwd });
  expect([code, stderr]).toEqual([6, expect.stringContaining("looks like a registry token")]);
  expect(stderr).not.toContain("t0ken");
});
