import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { newBot, paths } from "./new-bot.ts";
import { platform, temporary } from "./platform.ts";
import { sourceDistribution, wheel } from "./wheels.ts";

/** A runtime whose Python is not the one that runs the tests, as if the platform had another one than the author. */
const runtimes = `
python399:
  title: Python 3.99
  kind: interpreted
  tool: { names: [python3.99], minimum: "3.99" }
  entryExtensions: [.py]
  bot: ["{tool}", "{entry}"]
`;
const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
const manylinux = (version: string) => `cp${version}-cp${version}-manylinux_2_17_${machine}`;

let cwd: string;
let wheels: string;
beforeEach(async () => {
  cwd = await newBot();
  wheels = temporary();
  writeFileSync(join(cwd, "runtimes.yaml"), runtimes);
  const config =
    "name: my-bot\nversion: 1.0.0\ntype: realtime\nruntime: python399\nentrypoints: { bot: bot.py }\nschema: { bot: bot-schema.json }\n";
  writeFileSync(join(cwd, "bot-config.yaml"), config);
});

async function deploy(requirements: string) {
  writeFileSync(join(cwd, "requirements.txt"), requirements);
  const env = { HOME: process.env.HOME!, PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels };
  const args = ["custom-bot", "deploy", "--dry-run", "--json", "--runtimes", "runtimes.yaml"];
  const ended = await platform(args, { cwd, env });
  return { ...ended, document: ended.code === 0 ? JSON.parse(ended.stdout) : undefined };
}

const elf = (architecture: number) => {
  const bytes = Buffer.alloc(64);
  bytes.write("\u007fELF\u0002\u0001\u0001", "latin1");
  bytes.writeUInt16LE(architecture, 18);
  return bytes;
};
const own = elf(process.arch === "arm64" ? 183 : 62);

test("dependencies are installed for the platform's Python, not for the one that runs pip", async () => {
  for (const version of ["311", "312", "313", "314", "399"]) {
    const file = `fast/_core.cpython-${version}-${machine}-linux-gnu.so`;
    wheel(wheels, "fast", { tag: manylinux(version), files: { [file]: own } });
  }
  const { document, stderr } = await deploy("fast\n");
  expect(stderr).toContain("for CPython 3.99 on Linux into vendor/ with pip");
  expect(paths(document).filter((path) => path.endsWith(".so"))).toEqual([
    `vendor/fast/_core.cpython-399-${machine}-linux-gnu.so`,
  ]);
});

test("environment markers have the values of the platform, also those of dependencies", async () => {
  for (const name of ["modern", "backport", "windows", "deep"]) wheel(wheels, name, {});
  wheel(wheels, "outer", {
    requires: ['deep; python_version >= "3.99"', 'backport; python_full_version < "3.99"'],
  });
  const lines = [
    "outer",
    'modern; python_version >= "3.99"',
    'backport; python_version < "3.99"',
    'windows; sys_platform == "win32"',
  ];
  const { document } = await deploy(lines.join("\n"));
  expect(document.vendored[0]).toContain("vendored deep 1.0, modern 1.0, outer 1.0 into vendor/");
});

test("the newest version for the platform's Python is chosen, also if pip runs on an older one", async () => {
  wheel(wheels, "modern", { version: "1.0" });
  wheel(wheels, "modern", { version: "2.0", requiresPython: ">=3.99" });
  wheel(wheels, "modern", { version: "3.0", requiresPython: ">=3.100" });
  const { document } = await deploy("modern\n");
  expect(document.vendored[0]).toContain("vendored modern 2.0 into vendor/");
});

test("a package without a wheel for the platform is named, with what to do, and nothing is built", async () => {
  wheel(wheels, "fine", {});
  sourceDistribution(wheels, "only_sources");
  const { code, stderr } = await deploy("fine\nonly_sources>=1\n");
  expect(code).toBe(1);
  expect(stderr).toContain("pip could not install requirements.txt; nothing was uploaded.");
  expect(stderr).toMatch(
    /no wheel of only_sources for CPython 3\.99 and Linux on \w+ with glibc [\d.]+, which the platform/,
  );
  expect(stderr).toContain("pip wheel --no-deps --wheel-dir wheels only_sources");
});

test("a compiled file that does not fit the platform is refused before it is uploaded", async () => {
  wheel(wheels, "fast", { files: { [`fast/_core.cpython-311-${machine}-linux-gnu.so`]: own } });
  const { code, stderr } = await deploy("fast\n");
  expect(code).toBe(6);
  expect(stderr).toContain("is built for CPython 3.11; the platform runs CPython 3.99");
});
