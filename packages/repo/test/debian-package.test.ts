import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packedArchives } from "../src/build/archives.ts";
import { packDebian, whyNoDebian } from "../src/build/debian.ts";
import { publishedPackages } from "../src/build/packages.ts";
import { root } from "../src/root.ts";
import { isOnPath } from "../src/run/toolchains.ts";
import { readPage } from "./page.ts";

const isThorough = process.env.BOTYARD_THOROUGH === "1";
const obstacle = await whyNoDebian();
const dir = mkdtempSync(join(tmpdir(), "botyard-package-"));
const files = join(dir, "files");
const unit = join(files, "usr/lib/systemd/system/botyard.service");
const packages: Buffer[] = [];
let deb = "";

beforeAll(async () => {
  if (obstacle !== undefined) return;
  const archives = await packedArchives();
  for (const folder of isThorough ? ["first", "second"] : ["first"]) {
    deb = join(dir, folder, await packDebian(archives, join(dir, folder)));
    packages.push(readFileSync(deb));
  }
  execFileSync("dpkg-deb", ["--raw-extract", deb, files]);
}, 300_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("the same sources give the same package", ({ skip }) => {
  skip(obstacle !== undefined, obstacle);
  skip(!isThorough, "it is built a second time only by npm test -- --thorough");
  expect(packages[0]!.equals(packages[1]!)).toBe(true);
});

test("the package has the version of the command, the command under both names, and no path of this machine", ({
  skip,
}) => {
  skip(obstacle !== undefined, obstacle);
  const { version } = publishedPackages().find(({ name }) => name === "@botyard/cli")!;
  const control = readFileSync(join(files, "DEBIAN/control"), "utf8");
  expect(control).toContain(`\nVersion: ${version}\n`);
  expect(control).toMatch(/^Depends: .*\bbubblewrap\b/m);
  // Without it, bots in a minimal Debian or in the image know no time zone.
  expect(control).toMatch(/^Depends: .*\btzdata\b/m);
  expect(readdirSync(join(files, "usr/bin")).sort()).toEqual(["botyard", "platform"]);
  const application = join(files, "usr/lib/botyard");
  const names = publishedPackages().map(({ name }) => name);
  for (const name of readdirSync(join(application, "node_modules/@botyard")))
    expect(names).toContain(`@botyard/${name}`);
  const all = readdirSync(application, { recursive: true, withFileTypes: true });
  for (const entry of all) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.endsWith("/botyard/node"))
      expect(readFileSync(path).includes(root), path).toBe(false);
  }
  const listed = execFileSync("dpkg-deb", ["--contents", deb], { encoding: "utf8", maxBuffer: 1 << 26 })
    .trim()
    .split("\n");
  expect(listed.length).toBeGreaterThan(1000);
  for (const line of listed)
    expect(line).toMatch(/^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx) root\/root /);
});

test("systemd accepts the unit, and rates what it may do as OK or better", ({ skip }) => {
  skip(obstacle !== undefined, obstacle);
  skip(!isOnPath("systemd-analyze"), "systemd-analyze is not installed");
  const rating = spawnSync("systemd-analyze", ["security", "--no-pager", "--offline=true", unit], {
    encoding: "utf8",
  });
  expect(Number(/exposure level for botyard.service: (\d+\.\d)/.exec(rating.stdout)?.[1])).toBeLessThan(5);
  const here = join(dir, "botyard.service");
  writeFileSync(here, readFileSync(unit, "utf8").replace("=/usr/bin/botyard", `=${files}/usr/bin/botyard`));
  const verified = spawnSync("systemd-analyze", ["verify", "--man=no", here], { encoding: "utf8" });
  // systemd before 254 does not know it, and ignores it.
  const complaints = verified.stderr
    .split("\n")
    .filter((line) => /botyard/.test(line) && !/Delegate/.test(line));
  expect(complaints).toEqual([]);
});

test("the page names each option that the unit leaves open, and none that it sets", ({ skip }) => {
  skip(obstacle !== undefined, obstacle);
  const text = readFileSync(unit, "utf8");
  const open = [...readPage("docs/how-to/install-on-debian.md").matchAll(/^\| (`\w+=`.*?) \|/gm)]
    .flatMap(([, cell]) => Array.from(cell!.matchAll(/`(\w+)=`/g), ([, name]) => name!))
    .filter((name) => name !== "SystemCallFilter");
  expect(open.length).toBeGreaterThan(8);
  for (const name of open) expect(text).not.toMatch(new RegExp(`^${name}=`, "m"));
});

test("the scripts of the package are accepted by sh", ({ skip }) => {
  skip(obstacle !== undefined, obstacle);
  for (const name of ["postinst", "prerm", "postrm"]) execFileSync("sh", ["-n", join(files, "DEBIAN", name)]);
});

test("the platform of the package answers, and asks a browser to sign in", { timeout: 60_000 }, async ({
  skip,
}) => {
  skip(obstacle !== undefined, obstacle);
  const application = join(files, "usr/lib/botyard");
  const command = [join(application, "bin/botyard"), "serve", "--port", "0", "--data-dir", join(dir, "data")];
  const child = spawn(join(application, "node"), command, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let said = "";
  await new Promise<void>((ready, failed) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("sign in")) ready();
    });
    child.once("exit", (code) => failed(new Error(`It exited with code ${code}: ${said}`)));
  });
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)![0];
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const page = await fetch(`${url}/`);
  expect(page.url).toContain("/sign-in");
  expect(await page.text()).toContain("<form");
  child.kill("SIGTERM");
  await ended;
});
