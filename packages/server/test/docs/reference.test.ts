import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errors } from "../../src/errors/error-table.ts";
import { SettingsError, settingsFrom } from "../../src/settings/read-settings.ts";
import { defaultSettings, variables } from "../../src/settings/settings.ts";
import { openPlatform, type TestPlatform } from "../http/harness.ts";

const root = join(import.meta.dirname, "../../../..");
const page = (name: string) => readFileSync(join(root, "docs/reference", name), "utf8");
/** The cells of every table row that begins with code. */
const rows = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .slice(1, -1)
        .split(" | ")
        .map((cell) => cell.trim().replace(/^\|?\s*/, "")),
    );
const code = (text: string) => text.replace(/^`(.*)`$/, "$1");

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());

test("docs/reference/errors.md matches the table of errors", () => {
  const [codes] = page("errors.md").split("## When the platform does not start");
  const told = rows(codes!).map(([name, status, title, hint]) => [code(name!), Number(status), title, hint]);
  const known = Object.entries(errors).map(
    ([name, kind]: [string, { status: number; title: string; hint?: string }]) => [
      name,
      kind.status,
      kind.title,
      kind.hint ?? "Read `detail` and `errors`.",
    ],
  );
  expect(told).toEqual(known);
});

test("docs/reference/environment.md matches the variables that are read", () => {
  const told = rows(page("environment.md"));
  expect(told.map(([name]) => code(name!))).toEqual(variables.map((known) => known.variable));
  for (const [index, { setting, kind }] of variables.entries()) {
    const [name, value, standard, meaning] = told[index]!;
    const [first, second] = setting.split(".") as [keyof typeof defaultSettings, string | undefined];
    const expected =
      second === undefined ? defaultSettings[first] : defaultSettings[first as "limits"][second as "cpus"];
    const text = typeof expected === "object" ? JSON.stringify(expected) : String(expected);
    expect(code(standard!), name).toBe(expected === undefined ? "none" : text);
    if (typeof kind === "object" && "oneOf" in kind) {
      expect(value, name).toBe(kind.oneOf.map((choice) => `\`${choice}\``).join(", "));
    } else if (typeof kind === "object") {
      const top =
        kind.most === Number.MAX_SAFE_INTEGER ? `at least ${kind.least}` : `${kind.least} to ${kind.most}`;
      expect(value, name).toBe(`${kind.unit}, ${top}`);
    }
    expect(meaning, name).toMatch(/\.$/);
  }
});

test("every setting has a variable", () => {
  const keys = { secretsKeyFile: "", secretsKeyCommand: "", backupDir: "", databaseUrl: "" };
  const settable = [
    ...Object.keys({ ...defaultSettings, dataDir: "", runtimesFile: "", publicUrl: "", ...keys }).filter(
      (name) => !["limits", "maxima", "runtimes"].includes(name),
    ),
    ...Object.keys(defaultSettings.limits).map((name) => `limits.${name}`),
    ...Object.keys(defaultSettings.maxima).map((name) => `maxima.${name}`),
  ];
  expect(variables.map((known) => known.setting).sort()).toEqual(settable.sort());
});

test("settings are read from the environment, and all invalid values are reported together", () => {
  expect(
    settingsFrom({
      PLATFORM_PORT: "8080",
      PLATFORM_BOT_CPUS: "1.5",
      PLATFORM_BOT_ENV: '{"A":"b"}',
      PLATFORM_HOST: "",
      OTHER: "x",
    }),
  ).toEqual({ port: 8080, botEnv: { A: "b" }, limits: { ...defaultSettings.limits, cpus: 1.5 } });
  try {
    settingsFrom({
      PLATFORM_PORT: "70000",
      PLATFORM_STREAMS: "many",
      PLATFORM_BOT_ENV: '{"A":1}',
      PLATFORM_LOG_RATE: "1.5",
      PLATFORM_ISOLATION: "strong",
      PLATFORM_EXECUTOR: "toString",
      PLATFORM_PUBLIC_URL: "https://bots.example/platform",
    });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    expect((error as Error).message.split("\n")).toHaveLength(7);
    expect((error as Error).message).toContain(
      'PLATFORM_ISOLATION is "strong"; it must be one of auto, bubblewrap, user, none.',
    );
    expect((error as Error).message).toContain('PLATFORM_EXECUTOR is "toString"; it must be one of process.');
    expect((error as Error).message).toContain(
      'PLATFORM_PUBLIC_URL is "https://bots.example/platform"; it must be a URL without a path',
    );
    expect((error as Error).message).toContain(
      'PLATFORM_PORT is "70000"; it must be a number (port), 0 to 65535.',
    );
  }
});

test("the committed OpenAPI document is what the platform serves", async () => {
  const text = `${JSON.stringify(at.documented.document, null, 2)}\n`;
  // After an intended change: vitest run --project packages/server --update=all test/docs
  await expect(text).toMatchFileSnapshot(join(root, "packages/server/openapi.json"));
});

test("every operation has a unique name, and docs/reference/rest.md lists them all", () => {
  const operations = Object.entries(at.documented.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      line: `${method.toUpperCase()} ${path}`,
      operationId,
    })),
  );
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  const told = rows(page("rest.md")).map(([address]) => code(address!));
  expect(told.sort()).toEqual(operations.map((operation) => operation.line).sort());
});
