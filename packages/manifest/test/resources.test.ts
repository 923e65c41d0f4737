import { expect, test } from "vitest";
import { bytesOf, checkInstance, sizeOf } from "../src/index.ts";

const instance = (resources: unknown) =>
  checkInstance({ name: "big", type: "realtime/trader", version: "1.0.0", config: {}, resources });

test.each([
  ["512MiB", 512 * 2 ** 20, "512MiB"],
  ["512 MiB", 512 * 2 ** 20, "512MiB"],
  ["512Mi", 512 * 2 ** 20, "512MiB"],
  ["1024MiB", 2 ** 30, "1GiB"],
  ["1.5GiB", 1.5 * 2 ** 30, "1536MiB"],
  ["2TiB", 2 ** 41, "2TiB"],
  ["200MB", 200_000_000, "200000000B"],
  ["33554432B", 2 ** 25, "32MiB"],
])("%s are %i bytes, shown as %s", (text, bytes, shown) => {
  expect(bytesOf(text)).toBe(bytes);
  expect(sizeOf(bytes)).toBe(shown);
});

test.each(["512", "512M", "512m", "-1GiB", "1e3MiB", "0x10MiB", "MiB", " 1GiB", "9999999999999TiB"])(
  "%j is no size",
  (text) => {
    expect(bytesOf(text)).toBeUndefined();
  },
);

test("equal amounts are kept as equal texts, so that writing them in another unit is no change", () => {
  const { resources } = instance({ memory: "1024MiB", cpus: 1, disk: "5Gi" }).instance!;
  expect(resources).toEqual({ memory: "1GiB", cpus: 1, disk: "5GiB" });
});

test.each([
  ["512MiB", "/resources", '"resources" is a string.'],
  [{ memory: 512 }, "/resources/memory", '"resources.memory" is 512; it must be a size.'],
  [{ memory: "1MiB" }, "/resources/memory", '"resources.memory" is "1MiB"; it must be at least 16MiB.'],
  [{ disk: "big" }, "/resources/disk", '"resources.disk" is "big"; it must be a size.'],
  [{ cpus: "1" }, "/resources/cpus", '"resources.cpus" is "1"; it must be a number of cores.'],
  [{ cpus: 0 }, "/resources/cpus", '"resources.cpus" is 0; it must be at least 0.01.'],
  [{ processes: 1.5 }, "/resources/processes", '"resources.processes" is 1.5; it must be a whole number.'],
])("%j is refused with its place", (resources, pointer, message) => {
  const { problems } = instance(resources);
  expect(problems.map((one) => [one.code, one.pointer, one.message])).toEqual([
    ["resources.invalid", pointer, message],
  ]);
});

test("an unknown resource is refused, with the one that was meant", () => {
  const { problems } = instance({ memroy: "1GiB" });
  expect(problems).toMatchObject([
    { code: "instance.unknown_field", pointer: "/resources/memroy", next: expect.stringContaining("memory") },
  ]);
});
