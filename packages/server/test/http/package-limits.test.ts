import { afterAll, beforeAll, expect, test } from "vitest";
import type { Settings } from "../../src/settings/settings.ts";
import { openPlatform, type TestPlatform } from "./harness.ts";
import { packageOf } from "./packages.ts";

const settings: Partial<Settings> = { uploadBytes: 20_000, packageBytes: 40_000, packageFiles: 6 };
let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform({ settings });
});
afterAll(() => at.close());

const upload = async (files: Record<string, string | Uint8Array>) => {
  const raw = await packageOf({ name: "limited", files });
  return at.admin.ask("POST", "/custom-bots", { raw, headers: { "content-type": "application/gzip" } });
};
const noise = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

test("the limits of packages are settings, which the platform tells before an upload", async () => {
  const { limits } = (await at.admin.get("/system")).json as { limits: { name: string; value: number }[] };
  const told = Object.fromEntries(limits.map(({ name, value }) => [name, value]));
  expect(told).toMatchObject({ upload_bytes: 20_000, package_bytes: 40_000, package_files: 6 });
});

test("a package beyond a limit is refused, with the number", async () => {
  const large = await upload({ "large.bin": noise(20_001) });
  expect(large.json).toMatchObject({ status: 413, detail: expect.stringContaining("20000 bytes") });
  const unpacked = await upload({ "zeros.bin": new Uint8Array(50_000) });
  expect(unpacked.json.errors).toMatchObject([
    { code: "archive.too_large", detail: "The files have more than 40000 bytes in total." },
  ]);
  const many = await upload(Object.fromEntries([1, 2, 3, 4].map((number) => [`file${number}`, ""])));
  expect(many.json.errors).toMatchObject([
    { code: "archive.too_many_files", detail: "The archive contains more than 6 files or folders." },
  ]);
  expect((await upload({ "small.bin": noise(10_000) })).status).toBe(201);
});

test("the platform tells what compiled files must fit, and refuses those that do not", async () => {
  const { target } = (await at.admin.get("/system")).json;
  expect(target.interpreters).toEqual([
    { runtime: "python311", implementation: "cpython", version: "3.11.7", abi: "cp311" },
  ]);
  const elf = Buffer.alloc(64);
  elf.write("\u007fELF\u0002\u0001\u0001", "latin1");
  elf.writeUInt16LE(62, 18);
  const file = "vendor/fast.cpython-313-x86_64-linux-gnu.so";
  const refused = await upload({ [file]: elf });
  expect(refused.json).toMatchObject({
    status: 422,
    errors: [{ code: "dependency.wrong_platform", file, detail: expect.stringContaining("CPython 3.11") }],
  });
});
