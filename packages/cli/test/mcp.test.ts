import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { assistantClients } from "../src/mcp/clients.ts";
import { mocked } from "./mocked.ts";
import { platform, temporary } from "./platform.ts";

const url = "http://127.0.0.1:7070/mcp";
const key = "by_0000000000_secret";

/** Installs for a client with its own home and folder. */
async function install(client: string, args: string[] = [], present?: string) {
  const HOME = temporary();
  const file = assistantClients[client]!.file({ env: { HOME }, cwd: HOME });
  if (present !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, present, { mode: 0o640 });
  }
  const run = (more: string[] = args) =>
    platform(["mcp", "install", client, ...more], { cwd: HOME, env: { HOME, PLATFORM_API_KEY: key } });
  return { ...(await run()), HOME, file, run, text: () => readFileSync(file, "utf8") };
}

for (const [name, { title, format, section }] of Object.entries(assistantClients)) {
  test(`mcp install ${name} writes the configuration of ${title}, without the key`, async () => {
    const { code, stdout, stderr, file, text, run } = await install(name);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toBe(`Added "botyard" to ${file}.\n`);
    expect(stderr).toContain("PLATFORM_API_KEY");
    expect(text()).toContain(url);
    expect(text()).toMatch(/x-api-key/);
    expect(text()).toContain("PLATFORM_API_KEY");
    expect(text()).not.toContain(key);
    if (format === "json") expect(Object.keys(JSON.parse(text())[section])).toEqual(["botyard"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const before = text();
    expect(await run()).toMatchObject({ code: 0, stdout: `${file} already has "botyard".\n` });
    expect(text()).toBe(before);
    const printed = await run(["--print"]);
    expect(printed.stdout).toBe(before);
  });
}

test("other entries and settings of the file are kept, with their order, indentation and mode", async () => {
  const present = `{\n    "theme": "dark",\n    "mcpServers": {\n        "other": {\n            "command": "x"\n        }\n    },\n    "last": 1\n}\n`;
  const { code, text, file } = await install("gemini", [], present);
  expect(code).toBe(0);
  expect(JSON.parse(text())).toMatchObject({
    theme: "dark",
    mcpServers: { other: { command: "x" } },
    last: 1,
  });
  expect(Object.keys(JSON.parse(text()))).toEqual(["theme", "mcpServers", "last"]);
  expect(text()).toContain('\n    "theme"');
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("nothing else of a JSON file changes: comments, large numbers, layout, byte order mark", async () => {
  const rest = `"n": 12345678901234567890,\t"x":1.0, "list": [1,2] /* mine */`;
  const present = `\uFEFF{\r\n\t// a comment\r\n\t${rest},\r\n\t"servers": {},\r\n}\r\n`;
  const { code, stderr, text, run } = await install("vscode", [], present);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const added = `{\r\n\t\t"botyard": {\r\n\t\t\t"type": "http",\r\n\t\t\t"url": "${url}",`;
  expect(text()).toContain(added);
  const start = text().indexOf('"servers": ') + '"servers": '.length;
  expect(text().slice(0, start)).toBe(present.slice(0, present.indexOf("{},")));
  expect(text().endsWith("},\r\n}\r\n")).toBe(true);
  expect((await run()).stdout).toContain("already has");
});

test("the TOML file of Codex keeps everything, and its other servers", async () => {
  const present = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"';
  const { text } = await install("codex", [], present);
  expect(text()).toBe(
    `${present}\n\n[mcp_servers.botyard]\nurl = "${url}"\nenv_http_headers = { "x-api-key" = "PLATFORM_API_KEY" }\n`,
  );
});

test("an entry of the TOML file is found in every form", async () => {
  const header = '"x-api-key" = "PLATFORM_API_KEY"';
  const forms = [
    `[mcp_servers]\nbotyard = { url = "${url}", env_http_headers = { ${header} } }\n`,
    `mcp_servers."botyard".url = '${url}'\nmcp_servers.botyard.env_http_headers.x-api-key = "PLATFORM_API_KEY"\n`,
    `[ mcp_servers . botyard ]\nurl = "${url}" # mine\n[mcp_servers.botyard.env_http_headers]\n${header}\n`,
  ];
  for (const present of forms) {
    const { code, stdout, text } = await install("codex", [], present);
    expect([code, stdout], present).toEqual([0, expect.stringContaining("already has")]);
    expect(text()).toBe(present);
    const other = await install("codex", [], present.replace("7070", "7071"));
    expect(other.code, present).toBe(6);
  }
  const quoted = await install("codex", [], `notes = """\n[mcp_servers.botyard]\n"""\n`);
  expect(quoted.stdout).toContain("Added");
});

test("a file that cannot be understood is not changed: exit code 6", async () => {
  const broken: [string, string][] = [
    ["cursor", '{"mcpServers": {'],
    ["claude-code", '{\n  // a comment\n  "mcpServers": {}\n}'],
    ["vscode", '{\n  // a comment\n  "servers": {\n'],
    ["cursor", "[]"],
    ["cursor", '{"mcpServers": []}'],
    ["codex", "mcp_servers = {}\n"],
    ["codex", 'notes = """\nnot closed'],
    ["codex", "mcp_servers = 1\n"],
  ];
  for (const [client, present] of broken) {
    const { code, stderr, text } = await install(client, [], present);
    expect({ code, stderr }).toMatchObject({ code: 6, stderr: expect.stringContaining("--print") });
    expect(text()).toBe(present);
  }
});

test("another server of the same name is kept, unless it is to be replaced", async () => {
  const present = JSON.stringify({ mcpServers: { botyard: { url: "https://other" } } });
  const refused = await install("cursor", [], present);
  expect(refused.code).toBe(6);
  expect(refused.text()).toBe(present);
  expect((await refused.run(["--name", "second"])).code).toBe(0);
  expect(Object.keys(JSON.parse(refused.text()).mcpServers)).toEqual(["botyard", "second"]);
  expect((await refused.run(["--replace"])).code).toBe(0);
  expect(JSON.parse(refused.text()).mcpServers.botyard.url).toBe(url);
  const toml = await install("codex", [], '[mcp_servers.botyard]\nurl = "https://other"\n');
  expect(toml.code).toBe(6);
});

test("the address is the platform's, another file can be named, and a link stays a link", async () => {
  const HOME = temporary();
  writeFileSync(join(HOME, "real.json"), "{}");
  symlinkSync(join(HOME, "real.json"), join(HOME, "link.json"));
  const { code } = await platform(
    ["mcp", "install", "cursor", "--file", "link.json", "--api-url", "https://bots.example/"],
    { cwd: HOME, env: { HOME } },
  );
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(join(HOME, "real.json"), "utf8")).mcpServers.botyard.url).toBe(
    "https://bots.example/mcp",
  );
});

test("Claude Desktop is told to send the key without TLS only where the address has none", async () => {
  const entry = async (address: string) => {
    const { stdout } = await platform(["mcp", "install", "claude-desktop", "--print", "--api-url", address]);
    return JSON.parse(stdout).mcpServers.botyard.args as string[];
  };
  expect(await entry("http://127.0.0.1:7070")).not.toContain("--allow-http");
  expect(await entry("https://bots.example")).not.toContain("--allow-http");
  expect(await entry("http://192.168.1.5:7070")).toContain("--allow-http");
});

test("an unknown client is exit code 2, with the clients", async () => {
  for (const word of ["emacs", "constructor"]) {
    const { code, stderr } = await platform(["mcp", "install", word]);
    expect(code).toBe(2);
    expect(stderr).toContain("Supported clients: claude-code, claude-desktop, cursor,");
  }
});

test("doctor reports a tool server that is not there, or that refuses the address", async () => {
  const refused = { error: { message: "Not allowed.", data: { hint: "Set X." } } };
  const headers = { "content-type": "application/json" };
  for (const [answer, expected] of [
    [{ status: 404, headers, body: '{"code":"not_found"}' }, "status 404"],
    [{ status: 403, headers, body: JSON.stringify(refused) }, "Not allowed."],
    [{ status: 200, headers, body: "<html>" }, "does not answer"],
  ] as const) {
    const { run } = await mocked({ failures: [{ operation: "callTool", ...answer }] });
    const { code, stdout } = await run("doctor", "--json");
    expect(code).toBe(1);
    const check = JSON.parse(stdout).items.find(({ name }: { name: string }) => name === "tool server");
    expect(check).toMatchObject({ state: "problem", says: expect.stringContaining(expected) });
  }
});

test("doctor names the address that does not answer, and what overrides a key that is wrong", async () => {
  const { mock, env } = await mocked();
  const problem = async (changed: Record<string, string>) => {
    const { code, stdout } = await platform(["doctor", "--json"], { env: { ...env, ...changed } });
    expect(code).toBe(1);
    return JSON.parse(stdout).items.find(({ state }: { state: string }) => state === "problem");
  };
  expect(await problem({ PLATFORM_API_KEY: "by_0000000000_wrong" })).toMatchObject({
    name: "sign-in",
    says: "API key is invalid",
    next: expect.stringContaining("unset PLATFORM_API_KEY"),
  });
  const elsewhere = `${new URL(mock.apiUrl).origin}/elsewhere`;
  expect(await problem({ PLATFORM_API_URL: elsewhere })).toMatchObject({
    name: "platform",
    says: expect.stringContaining(`${elsewhere} (from PLATFORM_API_URL): There is no endpoint`),
  });
  await mock.close();
  expect(await problem({})).toMatchObject({ name: "platform", says: expect.stringContaining(mock.apiUrl) });
});
