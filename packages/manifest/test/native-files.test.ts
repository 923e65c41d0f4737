import { describe, expect, it } from "vitest";
import { checkPackageDir, type Target } from "../src/index.ts";
import { botFolder, elf } from "./bot-folder.ts";

const target: Target = {
  ...{ os: "linux", architecture: "x64", libc: "glibc", libc_version: "2.36" },
  interpreters: [
    { runtime: "python311", implementation: "cpython", version: "3.11.7", abi: "cp311" },
    { runtime: "nodejs24", implementation: "node", version: "24.1.0", abi: "137" },
  ],
};
const [x64, arm64] = [elf(62), elf(183)];
const musl = Buffer.concat([x64, Buffer.from("\0libc.musl-x86_64.so.1\0")]);
const glibc = Buffer.concat([x64, Buffer.from("\0libc.so.6\0")]);
const machO = Buffer.from("cffaedfe0c000001", "hex");
const windows = Buffer.from("MZ\u0090\0");

type Files = Record<string, string | Uint8Array>;

async function problemsOf(files: Files, runtime: string, to = target) {
  const node = runtime === "nodejs24";
  const always = node ? { "main.mjs": "" } : {};
  const dir = await botFolder(
    { ...always, ".platformignore": "!node_modules/\n", ...files },
    { runtime, bot: node ? "main.mjs" : "main.py" },
  );
  const { problems } = await checkPackageDir(dir, { target: to });
  return problems.map(({ code, file, message }) => ({ code, file, message }));
}

describe("a compiled module of a Python dependency", () => {
  const vendored = (file: string, content: Uint8Array, to?: Target) =>
    problemsOf({ [`vendor/fast/${file}`]: content }, "python311", to);

  it.each([
    ["_core.cpython-311-x86_64-linux-gnu.so", glibc],
    ["_core.abi3.so", x64],
    ["_core.so", x64],
    ["libfast.so.1.2", x64],
    ["libfast.so", Buffer.from("/* GNU ld script */")],
    ["muslin/_core.abi3.so", x64],
    ["musl-tools/_core.abi3.so", glibc],
  ])("that fits is accepted: %s", async (file, content) => {
    expect(await vendored(file, content)).toEqual([]);
  });

  it.each([
    ["_core.cpython-313-x86_64-linux-gnu.so", x64, "is built for CPython 3.13;"],
    ["_core.cpython-311-aarch64-linux-gnu.so", arm64, "is built for arm64;"],
    ["_core.cpython-311-darwin.so", machO, "is a macOS library;"],
    ["_core.cp311-win_amd64.pyd", windows, "is a Windows library;"],
    ["_core.cpython-311-x86_64-linux-musl.so", x64, "is built for musl;"],
    ["_core.pypy311-pp73-x86_64-linux-gnu.so", x64, "is built for PyPy;"],
    ["_core.cpython-311d-x86_64-linux-gnu.so", x64, "is built for CPython 3.11;"],
    ["_core.abi3.so", arm64, "is built for arm64;"],
    ["_core.abi3.so", musl, "is built for musl;"],
    ["libfast.so.1.2", arm64, "is built for arm64;"],
    [".dylibs/libfast.dylib", machO, "is a macOS library;"],
  ])("that does not fit is refused: %s", async (file, content, why) => {
    const [problem, ...others] = await vendored(file, content);
    expect(problem).toMatchObject({ code: "dependency.wrong_platform", file: `vendor/fast/${file}` });
    expect(problem?.message).toContain(why);
    expect(problem?.message).toContain("the platform runs CPython 3.11, Linux on x64 with glibc 2.36.");
    expect(others).toEqual([]);
  });

  it("is compared with the C library of the platform, and with the build of Python", async () => {
    const [cpython] = target.interpreters;
    const alpine: Target = { ...target, libc: "musl", libc_version: "1.2" };
    expect((await vendored("_core.abi3.so", glibc, alpine))[0]?.message).toContain("is built for glibc;");
    const threaded: Target = { ...target, interpreters: [{ ...cpython!, version: "3.13.0", abi: "cp313t" }] };
    expect((await vendored("_core.cpython-313-x86_64-linux-gnu.so", x64, threaded))[0]?.message).toContain(
      "is built for CPython 3.13; the platform runs CPython 3.13, free-threaded",
    );
  });

  it("may have variants for other platforms beside the one that fits", async () => {
    const files = {
      "vendor/fast/_core.cpython-311-x86_64-linux-gnu.so": x64,
      "vendor/fast/_core.cpython-313-x86_64-linux-gnu.so": x64,
      "vendor/fast/lib/linux-arm64/libfast.so": arm64,
      "vendor/fast/lib/linux-x64/libfast.so": x64,
      "vendor/fast/lib/macos/libfast.dylib": machO,
      "vendor/launcher/t64.exe": windows,
    };
    expect(await problemsOf(files, "python311")).toEqual([]);
  });

  it("is reported once for each dependency", async () => {
    const files = Object.fromEntries(
      ["a", "b", "c"].map((name) => [`vendor/fast/_${name}.cpython-313-x86_64-linux-gnu.so`, x64]),
    );
    const found = await problemsOf({ ...files, "vendor/other/_x.abi3.so": arm64 }, "python311");
    expect(found.map(({ file }) => file)).toEqual([
      "vendor/fast/_a.cpython-313-x86_64-linux-gnu.so",
      "vendor/other/_x.abi3.so",
    ]);
    expect(found[0]?.message).toContain("So are 2 more files of it.");
  });
});

describe("a native module of Node.js", () => {
  const modules = (files: Files) =>
    problemsOf(
      Object.fromEntries(Object.entries(files).map(([path, content]) => [`node_modules/${path}`, content])),
      "nodejs24",
    );

  it("that no install script has compiled is refused", async () => {
    const [problem] = await modules({ "store/binding.gyp": "{}", "store/package.json": "{}" });
    expect(problem).toMatchObject({
      code: "dependency.not_compiled",
      file: "node_modules/store/binding.gyp",
    });
    expect(problem?.message).toContain("install scripts are not run for packages");
    expect(
      await modules({
        "store/binding.gyp": "{}",
        "app/package.json": '{"optionalDependencies":{"store":"1"}}',
      }),
    ).toEqual([]);
  });

  it.each([
    ["a file of the package", { "store/binding.gyp": "{}", "store/build/Release/store.node": x64 }],
    [
      "one of several prebuilt files",
      {
        "store/binding.gyp": "{}",
        "store/prebuilds/darwin-arm64/store.node": machO,
        "store/prebuilds/linux-x64/node.napi.musl.node": musl,
        "store/prebuilds/linux-x64/node.napi.glibc.node": x64,
      },
    ],
    [
      "a package for the platform",
      { "@img/sharp-linux-x64/lib/sharp.node": x64, "@img/sharp-darwin-arm64/lib/sharp.node": machO },
    ],
    ["another package of its kind", { "lmdb/binding.gyp": "{}", "@lmdb/lmdb-linux-x64/node.napi.node": x64 }],
  ])("is accepted with %s", async (_, files) => {
    expect(await modules(files)).toEqual([]);
  });

  it.each([
    ["@img/sharp-darwin-arm64/lib/sharp.node", machO, "is a macOS library;"],
    ["@img/sharp-linux-arm64/lib/sharp.node", arm64, "is built for arm64;"],
    ["@img/sharp-linuxmusl-x64/lib/sharp.node", musl, "is built for musl;"],
    ["store/prebuilds/win32-x64/store.node", windows, "is a Windows library;"],
    ["store/lib/store.abi115.node", x64, "is built for module version 115 of Node.js;"],
  ])("is refused if none of its files fits: %s", async (file, content, why) => {
    const found = await modules({ [file]: content });
    expect(found).toMatchObject([{ code: "dependency.wrong_platform", file: `node_modules/${file}` }]);
    expect(found[0]?.message).toContain(why);
    expect(found[0]?.message).toContain("the platform runs Node.js 24, Linux on x64");
  });
});
