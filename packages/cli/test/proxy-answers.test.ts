import { expect, test } from "vitest";
import { mocked } from "./mocked.ts";
import { newBot } from "./new-bot.ts";
import { platform } from "./platform.ts";

/** Runs a command in front of whose platform a proxy answers with this status; its page is not the platform's. */
async function answered(status: number, server: string, args: readonly string[], cwd?: string) {
  const headers = { "content-type": "text/html", "x-request-id": "req_1", ...(server && { server }) };
  const operation = args[0] === "custom-bot" ? "sendFiles" : "listBots";
  const { env } = await mocked({ failures: [{ operation, status, body: "<html>", headers }] });
  return platform(args, { env, ...(cwd && { cwd }) });
}

const list = ["bot", "list"];

test("a body that a proxy refuses is reported with the directive of that proxy and a value", async () => {
  const cwd = await newBot();
  const deploy = ["custom-bot", "deploy"];
  const nginx = await answered(413, "nginx/1.22.1", deploy, cwd);
  expect(nginx.code).toBe(6);
  expect(nginx.stderr).toMatch(/error: nginx\/1\.22\.1 answered with status 413, not the platform\.\n/);
  expect(nginx.stderr).toMatch(/size of the request's body: [1-9]\d{2,} bytes\n/);
  expect(nginx.stderr).toContain("in nginx: client_max_body_size 256m;\n");
  expect(nginx.stderr).not.toContain("Caddy");
  const caddy = await answered(413, "Caddy", deploy, cwd);
  expect(caddy.stderr).toContain("in Caddy: request_body { max_size 256MiB }\n");
  expect(caddy.stderr).not.toContain("nginx");
  for (const server of ["", "proxy-of-a-cloud"]) {
    const { stderr } = await answered(413, server, deploy, cwd);
    expect(stderr).toContain("client_max_body_size 256m;");
    expect(stderr).toContain("max_size 256MiB");
  }
});

test("a 502 of Caddy for a request with a body may be its limit, and one without a body is not", async () => {
  const upload = await answered(502, "Caddy", ["custom-bot", "deploy"], await newBot());
  expect(upload.code).toBe(7);
  expect(upload.stderr).toContain("request_body { max_size 256MiB }\n");
  expect(upload.stderr).toContain("check that the platform runs");
  const read = await answered(502, "Caddy", list);
  expect(read.stderr).not.toContain("max_size");
  expect(read.stderr).toContain("check that the platform runs");
});

test("a platform that a proxy cannot reach or waits for too long is unreachable, and the proxy is named", async () => {
  const bad = await answered(502, "nginx/1.22.1", list);
  expect(bad).toMatchObject({
    code: 7,
    stderr: [
      "error: nginx/1.22.1 answered with status 502, not the platform.",
      "  request_id: req_1",
      "  next: check that the platform runs, and that the proxy passes requests on to its address and port",
      "",
    ].join("\n"),
  });
  const late = await answered(504, "nginx/1.22.1", list);
  expect(late.code).toBe(7);
  expect(late.stderr).toContain("in nginx: proxy_read_timeout 180s;");
  const other = await answered(504, "Caddy", list);
  expect(other.stderr).not.toContain("nginx");
});

test("another page in place of the platform's answer is reported with the address that was used", async () => {
  const { code, stderr } = await answered(404, "Apache/2.4.1", list);
  expect(code).toBe(1);
  expect(stderr).toContain("error: Apache/2.4.1 answered with status 404, not the platform.");
  expect(stderr).toContain("next: platform auth status");
});
