import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { QueryRequest } from "@botyard/core";
import { transformSync } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import * as sdk from "../src/index.ts";
import * as testing from "../src/testing.ts";
import { linesOf, RealBot } from "./real-bot.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = [
  ...[
    "index",
    "input",
    "log",
    "metric",
    "result",
    "state",
    "stop",
    "query/registry",
    "query/run",
    "testing",
  ].map((name) => `sdks/node/src/${name}.ts`),
  ...[
    "errors/botyard-error",
    "errors/errors.gen",
    "json/value",
    "query/registry",
    "query/request",
    "schema",
  ].map((name) => `packages/core/src/${name}.ts`),
];
const imports =
  'import { BotyardError, type ErrorCode, type JsonObject, type JsonValue, type QueryHandler, type QueryRequest, type Schema, error, errorWithData, input, log, metric, query, result, state, stop, success, successWithData } from "@botyard/sdk";\nimport { withBot } from "@botyard/sdk/testing";\n';

/** The examples of the doc comments of the public names. */
const examples = files.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^ *\/\*\*\n((?: *\*.*\n)*?) *\*\/\n(.*)/gm)].flatMap(([, comment, declared]) => {
    const lines = comment!.replaceAll(/^ *\* ?/gm, "");
    const [, program] = /^@example\n((?:[^@\n].*\n|\n)+)/m.exec(lines) ?? [];
    const [, name = "the package"] =
      /^ *(?:export )?(?:async )?(?:function|class|type)? ?(\w+)[<( ]/.exec(declared!) ?? [];
    return program === undefined ? [] : [{ name, file, program }];
  });
});

test("every public name has an example", () => {
  const types = ["ErrorCode", "JsonObject", "JsonValue", "QueryHandler", "QueryRequest", "Schema"];
  const rooms = { input: sdk.input, log: sdk.log, query: sdk.query, state: sdk.state, stop: sdk.stop };
  const functions = [
    ...Object.keys(sdk).filter((name) => !(name in rooms)),
    ...Object.keys(testing),
    ...Object.values(rooms).flatMap((room) => Object.keys(room)),
    ...Object.getOwnPropertyNames(QueryRequest.prototype).filter((name) => name !== "constructor"),
  ].map((name) => (name === "delete" ? "remove" : name));
  expect(examples.map(({ name }) => name).sort()).toEqual(["the package", ...types, ...functions].sort());
});

test("the examples compile", () => {
  const folder = mkdtempSync(join(tmpdir(), "botyard-examples-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const compilerOptions = {
    typeRoots: [join(root, "node_modules/@types")],
    paths: {
      "@botyard/sdk": [join(root, "sdks/node/src/index.ts")],
      "@botyard/sdk/testing": [join(root, "sdks/node/src/testing.ts")],
    },
  };
  const extended = join(root, "packages/repo/tsconfig.tests.base.json");
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: extended, compilerOptions, include: ["*.ts"] }),
  );
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  for (const [index, { program }] of examples.entries())
    writeFileSync(join(folder, `${index}.ts`), imports + program);
  const tsc = join(root, "node_modules/.bin/tsc");
  expect(spawnSync(tsc, ["-p", folder], { encoding: "utf8" })).toMatchObject({ stdout: "", status: 0 });
});

test.each(examples)("the example of $name in $file gives what it shows", async ({ name, file, program }) => {
  const shown = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
  const [, path, params, answer] = / \/\/ (\/\w+)(?:\?(\S+))? answers (.+)/.exec(program) ?? [];
  const asked = path !== undefined && !program.includes("query.run(") ? "await query.run();" : "";
  const bot = new RealBot(transformSync(`${imports}${program}${asked}`, { loader: "ts" }).code);
  const { exitCode, stdout, stderr } = await bot.run({
    BOT_CONFIG: '{"symbol":"AAPL"}',
    QUERY_PATH: path,
    QUERY_PARAMS: params && JSON.stringify(Object.fromEntries(new URLSearchParams(params))),
  });
  if (file.endsWith("/result.ts") && name.startsWith("error")) {
    expect(exitCode).toBe(1);
    expect(bot.result()).toMatchObject({ status: "error" });
    return;
  }
  expect(exitCode, stderr).toBe(0);
  const printed = stdout.split("\n").filter((line) => line !== "" && !line.startsWith('{"_metric"'));
  expect(printed).toEqual(shown);
  expect(linesOf(stderr).every(({ level }) => typeof level === "string")).toBe(true);
  if (answer !== undefined) expect(bot.result()).toEqual({ status: "ok", data: JSON.parse(answer) });
});
