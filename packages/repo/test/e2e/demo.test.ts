import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort, until } from "../../src/drive/platform.ts";
import { root } from "../../src/root.ts";

const home = mkdtempSync(join(tmpdir(), "botyard-demo-"));
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

function start(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["packages/repo/src/start.ts", "--home", home, ...args], {
      cwd: root,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.on("close", (code) => resolve({ code, output }));
  });
}

test("npm start brings three bots to their first metrics and a queried answer, and a second start resumes them", async () => {
  const port = String(await freePort());
  const first = await start(["--check", "--port", port]);
  expect(first.output).toContain("Everything works.");
  expect(first.output).toMatch(/sma \{"symbol":"AAPL"/);
  expect(first.output).toMatch(/spread \{/);
  expect(first.code).toBe(0);
  const second = await start(["--check", "--port", port]);
  expect(second.output).toContain("Everything works.");
  expect(second.code).toBe(0);
});

test("A start that was killed by force leaves a platform that the next one names, and a feed that it stops", async () => {
  const port = String(await freePort());
  const child = spawn(process.execPath, ["packages/repo/src/start.ts", "--home", home, "--port", port], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const text of child.stdout.setEncoding("utf8")) {
    output += text;
    if (output.includes("Signed the command line in")) break;
  }
  child.kill("SIGKILL");
  const feed = JSON.parse(readFileSync(join(home, "feed.json"), "utf8")).feed;
  const { pid, address } = JSON.parse(readFileSync(join(home, "data", "platform.json"), "utf8"));
  const refused = await start(["--check", "--port", port]);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(`process ${pid}, at ${address}`);
  expect(refused.output).toContain(`kill ${pid}`);
  process.kill(pid, "SIGTERM");
  await until(async () => !existsSync(join("/proc", String(pid))));
  const again = await start(["--check", "--port", port]);
  expect(again.output).toContain("Everything works.");
  expect(existsSync(join("/proc", String(feed)))).toBe(false);
});

test("A taken port is one clear sentence", async () => {
  const { createServer } = await import("node:net");
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const { code, output } = await start(["--check", "--port", String(port)]);
  taken.close();
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`Port ${port} is taken.*--port ${port + 1}`));
});
