import { execFile } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { passableFolder } from "../../src/drive/folder.ts";
import { freePort } from "../../src/drive/platform.ts";
import { canMount } from "../../src/drive/small-disk.ts";
import { root } from "../../src/root.ts";

const withoutBubblewrap = [
  ...["unshare", "--mount", "sh", "-c"],
  'if [ -e /usr/bin/bwrap ]; then mount --bind /dev/null /usr/bin/bwrap; fi && exec "$@"',
  "sh",
];

describe.runIf(canMount())("npm start without bubblewrap", () => {
  let home: string;
  beforeEach(() => {
    home = passableFolder("botyard-start-");
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const startDemo = async (...prefix: string[]) => {
    const start = [process.execPath, "packages/repo/src/start.ts", "--check", "--home", home];
    const [file = "", ...command] = [...withoutBubblewrap, ...prefix, ...start];
    const port = ["--port", `${await freePort()}`];
    return (await promisify(execFile)(file, [...command, ...port], { cwd: root })).stdout;
  };

  test("also works without isolation, and reports it", async () => {
    chmodSync(home, 0o700);
    const stdout = await startDemo();
    expect(stdout).toMatch(
      /--isolation none: the demo's bots run without isolation, .*bubblewrap is not installed/,
    );
    expect(stdout).toContain("Everything works.");
  });

  test("also works without networks for bots, and reports it", async () => {
    const stdout = await startDemo("setpriv", "--bounding-set=-sys_admin", "--inh-caps=-all");
    // In a clone that other users cannot enter, bots have no isolation either.
    expect(stdout).toMatch(
      /--(network host: the demo's bots have the network of this machine\. .*not permitted|isolation none: )/,
    );
    expect(stdout).toContain("Everything works.");
  });
});
