import { expect, onTestFinished, test } from "vitest";
import { CaseFolder } from "../../src/run/folder.ts";
import { Process } from "../../src/run/process.ts";

const ends = (bytes: number) => {
  const folder = new CaseFolder();
  onTestFinished(() => folder.remove());
  return new Process({
    command: ["sh", "-c", `head -c ${bytes} /dev/zero; exit 7`],
    cwd: folder.dir,
    env: { PATH: process.env.PATH ?? "" },
    streams: { stdout: "unread", stderr: "file" },
    ...{ kept: folder.kept, dir: folder.dir, limit: 1000 },
  }).ended;
};

test("a stream that nobody reads takes what fits into a pipe, and then holds its writer up", async () => {
  expect(await ends(65_536)).toEqual({ code: 7 });
  expect(await ends(65_537)).toEqual({ timeout: true });
});
