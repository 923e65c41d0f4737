import { execFile } from "node:child_process";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bin, root } from "../../../../packages/repo/src/root.ts";
import { type Consumer, newConsumer } from "./consumer.ts";
import { native, wasm } from "./cores.ts";

/** Uses each room once; the output shows what came of it. */
const programOf = (name: string): string => `
  import { BotyardError, errors, input, json, log, metric, request, result, state } from "${name}";
  const now = new Date("2024-05-06T07:08:09.123Z");
  console.log(Object.keys(errors.table).length > 20);
  console.log(input.parse({ BOT_ID: "b", BOT_CONFIG: '{"a":1}' }).config.a);
  console.log(json.write({ a: [1, undefined, NaN] }), json.read("[1e2]")[0]);
  console.log(log.line("info", "hi", { a: 1 }, now), log.readLine("hi", "stderr").level);
  console.log(metric.line("price", { value: 1.5 }, now));
  console.log(request.open("/", { limit: "5" }).getInteger("limit"));
  console.log(result.document("success", "done"), result.verdict(0, '{"status":"error"}'));
  console.log(state.fileName("Last price"), state.keyOf("%4cast%20price.json"));
  try {
    state.fileName("");
  } catch (error) {
    console.log(error instanceof BotyardError, error.code, error.message, error.next.length > 10);
  }`;
const printed = `true
1
{"a":[1,null,null]} 100
{"level":"info","timestamp":"2024-05-06T07:08:09.123Z","message":"hi","data":{"a":1}} error
{"_metric":"price","timestamp":"2024-05-06T07:08:09.123Z","data":{"value":1.5}}
5
{"status":"success","message":"done"} error
%4cast%20price.json Last price
true state.invalid_key invalid state key "": it is empty true
`;

function describePackage({ name, folder, whyNot, build, pack }: typeof native) {
  let consumer: Consumer;
  let archives: string[] = [];
  beforeAll(async () => {
    consumer = newConsumer();
    if (whyNot !== undefined) return;
    await build();
    archives = await pack(consumer.folder);
    await consumer.install(...archives.map((archive) => join(consumer.folder, archive)));
  });
  afterAll(() => consumer?.close());

  test("runs in a project that installed it from its archive", async ({ skip }) => {
    skip(whyNot !== undefined, whyNot);
    expect(await consumer.runs(programOf(name))).toBe(printed);
  });

  test("has declarations that TypeScript finds, also for the program of its README", async ({ skip }) => {
    skip(whyNot !== undefined, whyNot);
    const [program] = /(?<=```js\n).*?(?=```)/s.exec(readFileSync(join(folder, "README.md"), "utf8"))!;
    expect(await consumer.runs(program)).toBe("");
    writeFileSync(join(consumer.folder, "readme.ts"), program);
    const file = join(consumer.folder, "typed.ts");
    writeFileSync(file, typed(name));
    const options = [
      "--noEmit",
      "--strict",
      "--target",
      "es2024",
      "--lib",
      "es2024,dom",
      "--module",
      "nodenext",
    ];
    const args = [...options, "readme.ts", "typed.ts"];
    const checked = promisify(execFile)(bin("tsc"), args, { cwd: consumer.folder });
    await expect(checked.catch(({ stdout }) => stdout)).resolves.toMatchObject({ stdout: "" });
  });

  test("names no folder of the machine that built it", ({ skip }) => {
    skip(whyNot !== undefined, whyNot);
    const home = join(consumer.folder, "node_modules", ...name.split("/"));
    const files = readdirSync(join(home, ".."), { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile()))
      expect(readFileSync(join(file.parentPath, file.name)).includes(root), file.name).toBe(false);
  });

  return { consumer: () => consumer };
}

const typed = (name: string): string => `
  import { json, type JsonValue, log, request, state, type Line } from "${name}";
  const line: Line = log.readLine("hi", "stdout");
  const level: "debug" | "info" | "warn" | "error" | undefined = line.kind === "log" ? line.level : undefined;
  const value: JsonValue = json.read("1");
  const limit: number = request.open("/", {}).getInteger("limit", 10);
  const key: string | undefined = state.keyOf("a.json");
  // @ts-expect-error there is no such level
  log.line("loud", "hi", undefined, new Date());
  export { key, level, limit, value };`;

describe("@botyard/core-native", () => {
  const { consumer } = describePackage(native);

  test("does what the how-to shows", async ({ skip }) => {
    skip(native.whyNot !== undefined, native.whyNot);
    const page = readFileSync(join(root, "docs", "how-to", "choose-a-contract-core.md"), "utf8");
    const [, program, output] = /```js\n(.*?)```\s+```output\n(.*?)```/s.exec(page)!;
    expect(await consumer().runs(program!)).toBe(output);
  });

  test("says what to do where there is no package for the platform", async ({ skip }) => {
    const { whyNot } = native;
    skip(whyNot !== undefined, whyNot);
    const scope = join(consumer().folder, "node_modules", "@botyard");
    const compiled = readdirSync(scope).filter((name) => name.startsWith("core-native-"));
    const hidden = (name: string) => join(scope, `hidden-${name}`);
    for (const name of compiled) renameSync(join(scope, name), hidden(name));
    try {
      await expect(consumer().runs(programOf("@botyard/core-native"))).rejects.toThrow(
        /cannot load @botyard\/core-native-\S+\. .*use @botyard\/core-wasm, which runs on all/,
      );
    } finally {
      for (const name of compiled) renameSync(hidden(name), join(scope, name));
    }
  });
});

describe("@botyard/core-wasm", () => {
  const { consumer } = describePackage(wasm);

  test("is at most 150 kB, compressed with gzip", ({ skip }) => {
    const { whyNot } = wasm;
    skip(whyNot !== undefined, whyNot);
    const dist = join(consumer().folder, "node_modules", "@botyard", "core-wasm", "dist");
    for (const target of ["web", "bundler"]) {
      const module = readFileSync(join(dist, target, "core_bg.wasm"));
      expect(gzipSync(module, { level: 9 }).length, target).toBeLessThanOrEqual(150_000);
    }
  });
});
