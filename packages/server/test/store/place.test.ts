import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noteElsewhere } from "../../src/store/elsewhere.ts";
import { type Machine, machineId } from "../../src/store/machine.ts";
import { findPlace, takePlace } from "../../src/store/place.ts";

let root: string;
let data: string;
let copy: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "botyard-place-"));
  data = join(root, "data");
  copy = join(root, "copy");
  mkdirSync(data);
  writeFileSync(join(data, "platform.db"), "");
});
afterEach(() => rmSync(root, { recursive: true }));

const machine = (id: string | undefined, keepsInodes = true): Machine => ({
  id: () => id,
  keepsInodes: () => keepsInodes,
});
const here = machine("here");
const find = (dir: string, on = here, launches: string[] = []) => findPlace(dir, launches, on);

test("a new data folder gets an id, which stays", () => {
  const first = find(data);
  expect(first).toEqual({ id: expect.stringMatching(/^folder_/) });
  expect(find(data)).toEqual(first);
});

test("a copy is one by its file, also at the path of the original and on another machine", () => {
  const { id } = find(data);
  cpSync(data, copy, { recursive: true });
  expect(find(copy)).toEqual({ id, copy: { kind: "copy", of: data, isOfAnotherMachine: false } });
  expect(find(copy, machine("there")).copy).toMatchObject({ kind: "copy", isOfAnotherMachine: true });
  expect(find(copy, machine(undefined)).copy).toMatchObject({ kind: "copy", isOfAnotherMachine: false });
  rmSync(data, { recursive: true });
  cpSync(copy, data, { recursive: true });
  expect(find(data).copy).toMatchObject({ kind: "copy", of: data });
});

test.each([true, false])(
  "a copy that was taken over is the original, and the original a copy of it (lasting inodes: %s)",
  (keepsInodes) => {
    const on = machine("here", keepsInodes);
    const { id } = find(data, on);
    cpSync(data, copy, { recursive: true });
    const own = takePlace(copy, data, on);
    expect(own).not.toBe(id);
    expect(find(copy, on)).toEqual({ id: own });
    expect(find(data, on)).toEqual({ id: own, copy: { kind: "copy", of: copy, isOfAnotherMachine: false } });
    // And back.
    const back = takePlace(data, copy, on);
    expect(find(data, on)).toEqual({ id: back });
    expect(find(copy, on).copy).toMatchObject({ of: data });
  },
);

test("so it is if the records of both are in a database of a server", () => {
  rmSync(join(data, "platform.db"));
  noteElsewhere(data);
  find(data);
  cpSync(data, copy, { recursive: true });
  const own = takePlace(copy, data, here);
  expect(find(copy)).toEqual({ id: own });
  expect(find(data)).toMatchObject({ id: own, copy: { of: copy } });
});

test("taking a copy over changes no other folder that is at the path of the original by now", () => {
  find(data);
  cpSync(data, copy, { recursive: true });
  rmSync(data, { recursive: true });
  mkdirSync(data);
  writeFileSync(join(data, "platform.db"), "");
  const other = find(data);
  takePlace(copy, data, here);
  expect(find(data)).toEqual(other);
});

test("a folder that was moved on its disk is recorded at its new place", () => {
  const { id } = find(data);
  renameSync(data, copy);
  expect(find(copy)).toEqual({ id });
  expect(JSON.parse(readFileSync(join(copy, "place.json"), "utf8"))).toMatchObject({ id, path: copy });
});

test("a copy that shares the inodes of the original is known while the original is in its place", () => {
  const { id } = find(data);
  // As a snapshot does, on every file system.
  execFileSync("cp", ["-al", data, copy]);
  expect(find(copy)).toEqual({ id, copy: { kind: "copy", of: data, isOfAnotherMachine: false } });
  expect(find(data)).toEqual({ id });
});

test("the same folder at two paths of one machine is one folder", () => {
  const { id } = find(data);
  execFileSync("ln", ["-s", data, copy]);
  expect(find(copy)).toEqual({ id });
  expect(find(data)).toEqual({ id });
});

test("the same folder on another machine is not trusted, but in containers without an id it is", () => {
  const { id } = find(data);
  expect(find(data, machine("there"))).toEqual({
    id,
    copy: { kind: "elsewhere", of: data, isOfAnotherMachine: true },
  });
  for (const on of [
    machine(undefined),
    machine(undefined),
    machine("there"),
    machine("there"),
    machine(undefined),
  ])
    expect(find(data, on)).toEqual({ id });
});

test("inode numbers that a file system does not keep are ignored, and the machine still counts", () => {
  const unsteady = machine("here", false);
  const { id } = find(data, unsteady);
  renameSync(data, copy);
  cpSync(copy, data, { recursive: true });
  rmSync(copy, { recursive: true });
  expect(find(data, unsteady)).toEqual({ id });
  expect(find(data, machine("there", false)).copy).toMatchObject({ kind: "elsewhere" });
});

test("a damaged record may be that of a copy", () => {
  find(data);
  for (const text of ["", "{}", "null", "something else"]) {
    writeFileSync(join(data, "place.json"), text);
    expect(find(data)).toEqual({ copy: { kind: "unknown", isOfAnotherMachine: false } });
  }
  takePlace(data, undefined, here);
  expect(find(data)).toEqual({ id: expect.any(String) });
});

test("a copy without a record is known by launches in the original", () => {
  const launch = join(data, "bots", "bot_1", "launches", "launch_1");
  cpSync(data, copy, { recursive: true });
  expect(find(copy, here, [launch])).toEqual({ copy: { kind: "copy", of: data, isOfAnotherMachine: false } });
  expect(find(data, here, [launch])).toEqual({ id: expect.any(String) });
  rmSync(data, { recursive: true });
  expect(find(copy, here, [launch])).toEqual({ id: expect.any(String) });
});

test("the machine is known by its id, but not in a container or without one that stays", () => {
  const etc = join(root, "etc");
  mkdirSync(etc);
  const idOf = (text: string, env = {}) => {
    writeFileSync(join(etc, "machine-id"), text);
    return machineId(root, env);
  };
  expect(machineId(root, {})).toBeUndefined();
  expect(idOf("")).toBeUndefined();
  expect(idOf("uninitialized\n")).toBeUndefined();
  const [one, other] = ["0123456789abcdef".repeat(2), "fedcba9876543210".repeat(2)];
  expect(idOf(`${one}\n`)).toMatch(/^[0-9a-f]{32}$/);
  expect(idOf(one)).not.toBe(one);
  expect(idOf(one)).not.toBe(idOf(other));
  expect(idOf(one, { KUBERNETES_SERVICE_HOST: "10.0.0.1" })).toBeUndefined();
  expect(idOf(one, { container: "podman" })).toBeUndefined();
  writeFileSync(join(root, ".dockerenv"), "");
  expect(idOf(one)).toBeUndefined();
});
