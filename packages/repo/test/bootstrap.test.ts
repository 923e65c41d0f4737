import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { freePort } from "../src/drive/platform.ts";
import { root } from "../src/root.ts";

const clone = mkdtempSync(join(tmpdir(), "botyard-clone-"));
const toolchain = join("packages", "repo", "toolchain");
const taken = createServer().listen(0, "127.0.0.1");
await once(taken, "listening");
const { port } = taken.address() as AddressInfo;
const sentence = `Port ${port} is in use by another program. Stop that program, or choose another port: npm start -- --port ${port + 1}`;

afterAll(() => taken.close());
afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** Runs bootstrap.mjs in a minimal clone, with an npm that only reports that it was called. */
function bootstrap(...args: string[]): { code: number | null; said: string } {
  for (const path of ["packages/repo/bootstrap.mjs", "packages/repo/src/start/port.mjs", toolchain])
    cpSync(join(root, path), join(clone, path), {
      recursive: true,
      filter: (from) => !from.includes("node_modules"),
    });
  writeFileSync(join(clone, "pnpm-lock.yaml"), "");
  mkdirSync(join(clone, "bin"), { recursive: true });
  writeFileSync(join(clone, "bin", "npm"), "#!/bin/sh\necho npm was called >&2\nexit 1\n", { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(process.execPath, ["packages/repo/bootstrap.mjs", ...args], {
    cwd: clone,
    encoding: "utf8",
    env: { ...process.env, PATH: `${join(clone, "bin")}:${dirname(process.execPath)}:/usr/bin:/bin` },
  });
  return { code: status, said: stdout + stderr };
}

/** Node and pnpm are installed, as after an earlier start; the workspace is not. */
function withTools(): void {
  const tools = join(clone, ".botyard", "tools");
  mkdirSync(tools, { recursive: true });
  const lock = readFileSync(join(root, toolchain, "package-lock.json"));
  writeFileSync(join(tools, "lock.sha256"), createHash("sha256").update(lock).digest("hex"));
}

test.each([[["--port", String(port)]], [[`--port=${port}`, "--check"]]])(
  "npm start %j on a port in use reports it before it downloads anything",
  (args) => {
    const { code, said } = bootstrap("start", ...args);
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/Installing|npm was called/);
    expect(code).toBe(1);
    expect(existsSync(join(clone, ".botyard"))).toBe(false);
  },
);

test("npm start on a port in use reports it before it installs the workspace", () => {
  withTools();
  const { code, said } = bootstrap("start", "--port", String(port));
  expect(said).toContain(sentence);
  expect(said).not.toContain("Installing");
  expect(code).toBe(1);
});

test("npm start reports an invalid port before it downloads anything", () => {
  const { code, said } = bootstrap("start", "--port", "70700");
  expect(said).toContain("--port 70700 is invalid: it must be a number from 1 to 65535.");
  expect(said).not.toContain("Installing");
  expect(code).toBe(1);
});

test("npm start on a free port, and a command that needs no port, continue with the installation", async () => {
  for (const args of [["start", "--port", String(await freePort())], ["test"]]) {
    const { said } = bootstrap(...args);
    expect(said).toContain("Installing Node 24");
    expect(said).toContain("npm was called");
  }
});
