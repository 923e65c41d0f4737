import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { afterThisTest, says, start, temporary } from "../platform.ts";

/** Starts a platform that has `systemd-notify` from this folder and a socket of a service manager. */
function serve(bin: string) {
  const args = [
    "serve",
    "--port",
    "0",
    "--data-dir",
    temporary(),
    "--isolation",
    "none",
    "--network",
    "host",
  ];
  const env = { PATH: bin, NOTIFY_SOCKET: "/run/test/notify" };
  const child = start(args, { env });
  afterThisTest(async () => {
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    await ended;
  });
  return child;
}

test("platform serve tells the service manager that it is ready, once it answers", async () => {
  const bin = temporary();
  const told = join(bin, "told");
  const script = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >"${told}"\n`;
  writeFileSync(join(bin, "systemd-notify"), script, { mode: 0o755 });
  // The hint about the key follows.
  await says(serve(bin), "stderr", /platform auth login/);
  expect(readFileSync(told, "utf8")).toBe("/run/test/notify --ready\n");
});

test("a service manager that cannot be told is a warning, because it may end the platform", async () => {
  const said = await says(serve(temporary()), "stderr", /platform auth login/);
  expect(said).toContain("warning: The service manager at /run/test/notify could not be told");
});
