import { describe, expect, it } from "vitest";
import { addRuntimes, findRuntime, formatProblem, runtimeCommand, runtimes } from "../src/index.ts";

const command = (id: string, role: "bot" | "query", entrypoint: string, tool?: string) =>
  runtimeCommand(findRuntime(id)!, role, {
    codeDir: "/code",
    entrypoint,
    ...(tool && { tool }),
    memoryBytes: 256 * 2 ** 20,
  });

describe("the table of runtimes", () => {
  it("contains the seven languages by id, with versions of Python and Node", () => {
    expect(Object.keys(runtimes)).toEqual([
      "python311",
      "python312",
      "python313",
      "python314",
      "python3",
      "nodejs22",
      "nodejs24",
      "nodejs",
      "rust-stable",
      "gcc13",
      "dotnet10",
      "scala3",
      "ghc96",
    ]);
    for (const [id, row] of Object.entries(runtimes)) expect(row.id).toBe(id);
  });

  it.each([
    ["python3.11", "python311"],
    ["nodejs20", "nodejs24"],
    ["nodejs22", "nodejs22"],
    ["python3.13", "python313"],
    ["cpp-gcc13", "gcc13"],
    ["dotnet8", "dotnet10"],
    ["rust-stable", "rust-stable"],
    ["constructor", undefined],
    ["cobol", undefined],
  ])("%s is %s", (name, id) => {
    expect(findRuntime(name)?.id).toBe(id);
  });

  it("gives the command line of a bot and of its queries", () => {
    expect(command("python311", "bot", "main.py", "/usr/bin/python3").argv).toEqual([
      "/usr/bin/python3",
      "/code/main.py",
    ]);
    expect(command("nodejs24", "query", "src/query.js", "/n/node").argv).toEqual([
      "/n/node",
      "--enable-source-maps",
      "/code/src/query.js",
    ]);
    expect(command("rust-stable", "bot", "target/release/b").argv).toEqual(["/code/target/release/b"]);
    expect(command("dotnet10", "bot", "out/B.dll", "/d/dotnet").argv).toEqual([
      "/d/dotnet",
      "/code/out/B.dll",
    ]);
    expect(command("scala3", "bot", "b.jar", "/j/java").argv).toEqual([
      "/j/java",
      "-Xmx134217728",
      "-XX:+UseSerialGC",
      "-jar",
      "/code/b.jar",
    ]);
    expect(command("scala3", "query", "b.jar:a.Q", "/j/java").argv).toEqual([
      "/j/java",
      "-Xmx134217728",
      "-XX:+UseSerialGC",
      "-XX:TieredStopAtLevel=1",
      "-cp",
      "/code/b.jar",
      "a.Q",
    ]);
  });

  it("limits the heap of .NET to half of the memory limit", () => {
    expect(command("dotnet10", "bot", "B.dll", "/d/dotnet").env).toMatchObject({
      DOTNET_GCHeapHardLimit: "0x8000000",
    });
  });

  it.each([
    [64, 32, 4],
    [256, 128, 16],
    [4096, 2048, 64],
  ])("limits the heap of Node under a memory limit of %i MiB", (limit, heap, semi) => {
    const { env } = runtimeCommand(findRuntime("nodejs24")!, "bot", {
      ...{ codeDir: "/code", entrypoint: "b.js", tool: "/n/node", memoryBytes: limit * 2 ** 20 },
    });
    expect(env.NODE_OPTIONS).toBe(`--max-old-space-size=${heap} --max-semi-space-size=${semi}`);
  });

  it("puts vendored Python dependencies on the import path and writes no bytecode", () => {
    expect(command("python311", "bot", "main.py", "/p").env).toEqual({
      PYTHONPATH: "/code/vendor:/code",
      PYTHONUNBUFFERED: "1",
      PYTHONDONTWRITEBYTECODE: "1",
      PYTHONUTF8: "1",
    });
  });

  it("reports a missing tool or main class", () => {
    expect(() => command("python311", "bot", "main.py")).toThrow("python311 needs {tool}");
    expect(() => command("scala3", "query", "b.jar", "/j/java")).toThrow("scala3 needs {main}");
  });
});

describe("a deployment's own runtimes", () => {
  it("are added to the table, or replace a row of it", () => {
    const text = `python399:
  aliases: [python3.99]
  kind: interpreted
  tool: {names: [python3.99], minimum: "3.99", below: "3.100", prefer: newest}
  entryExtensions: [.py]
  bot: ["{tool}", -u, "{entry}"]
  env: {PYTHONPATH: "{code}/vendor"}
rust-stable: {kind: binary, bot: [nice, "{entry}"]}
`;
    const added = addRuntimes(runtimes, text);
    expect(added.problems).toEqual([]);
    expect(Object.keys(added.runtimes)).toHaveLength(Object.keys(runtimes).length + 1);
    const row = findRuntime("python3.99", added.runtimes)!;
    expect(row.tool).toMatchObject({ below: "3.100", prefer: "newest" });
    expect(
      runtimeCommand(row, "query", { codeDir: "/c", entrypoint: "q.py", tool: "/p", memoryBytes: 1 }),
    ).toEqual({
      argv: ["/p", "-u", "/c/q.py"],
      env: { PYTHONPATH: "/c/vendor" },
    });
    expect(findRuntime("rust-stable", added.runtimes)?.bot).toEqual(["nice", "{entry}"]);
    expect(runtimes["rust-stable"]?.bot).toEqual(["{entry}"]);
  });

  it("are rejected as a whole when a row is invalid; every problem is reported", () => {
    const text = `perl5:
  kind: interpretd
  aliases: [python3.11]
  bot: ["{tool}", "{entri}"]
  qury: []
Bad Id: {kind: binary, bot: ["{entry}"]}
empty: {kind: binary}
`;
    const { runtimes: table, problems } = addRuntimes(runtimes, text, "own.yaml");
    expect(table).toBe(runtimes);
    expect(problems.map(formatProblem)).toEqual([
      'own.yaml:5:3 error Unknown field "perl5.qury". Did you mean "query"?',
      'own.yaml:2:9 error "perl5.kind" is "interpretd"; it must be "interpreted", "binary", "assembly" or "jar". Did you mean "interpreted"?',
      'own.yaml:4:9 error "{tool}" contains {tool}, but the runtime has no tool. Add "tool:".',
      'own.yaml:4:19 error Unknown placeholder {entri} in "{entri}". Use one of: tool, entry, code, jar, main, heap, heaphex, heapmb, semimb.',
      'own.yaml:6:1 error The id "Bad Id" is invalid: use lower-case letters, digits, dots and hyphens. Choose another id.',
      'own.yaml:7:8 error "empty.bot" is missing. Write a list: [a, b].',
    ]);
  });

  it("cannot use the id of another one as an alias", () => {
    const text =
      'one: {kind: binary, bot: ["{entry}"]}\ntwo: {kind: binary, aliases: [one], bot: ["{entry}"]}\n';
    const { problems } = addRuntimes(runtimes, text);
    expect(problems.map((problem) => problem.code)).toEqual(["runtimes.alias_taken"]);
  });

  it("stay valid when a later version has runtimes with their names", () => {
    const text =
      'mine: {kind: binary, aliases: [python314, python3.13, nodejs20], bot: ["{entry}"]}\nnodejs22: {kind: binary, bot: [x]}';
    const { runtimes: table, problems } = addRuntimes(runtimes, text);
    expect(problems).toEqual([]);
    expect(["python314", "python3.13", "nodejs20"].map((name) => findRuntime(name, table)?.id)).toEqual([
      "mine",
      "mine",
      "mine",
    ]);
    expect(findRuntime("nodejs22", table)?.bot).toEqual(["x"]);
    expect(findRuntime("python313", table)?.aliases).toEqual([]);
    expect(findRuntime("nodejs24", table)?.bot).toEqual(runtimes.nodejs24?.bot);
  });
});
