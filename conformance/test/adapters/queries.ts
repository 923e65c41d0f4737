import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Described, freePort, numbered, Started, type Written } from "../testees/start.ts";

/** The adapter under test. */
export interface Adapter {
  testee(): Described;
  can(capability: string): boolean;
  run(ops: Written[], env?: Record<string, string>): Promise<Started>;
  /** Notes the ops that a process has called. */
  count(step: Started): void;
}

/** Declares the tests of an adapter's queries. */
export function testQueries({ testee, can, run, count }: Adapter): void {
  test("answers a query with the value that its handler returns, at once or later", async () => {
    const accessors = [
      "get",
      "get_string",
      "get_number",
      "get_integer",
      "get_boolean",
      "get_array",
      "get_object",
    ];
    const asked = accessors.map((accessor): Written => [`request.${accessor}`, "absent", accessor]);
    const step = await run(
      [
        ["query.handler", "no", [["return"]]],
        can("untyped-arguments") ? ["query.handler", "/no", { $make: ["bytes", 1] }] : ["metric", "", {}],
        [
          "query.handler",
          "/q",
          [
            { call: ["request.path"], as: "path" },
            { call: ["request.values"], as: "values" },
            ...asked,
            ["background", [["touch", "go"]]],
            ["wait_for", "go"],
            ["return", [{ $var: "path" }, { $var: "values" }]],
            ["touch", "not"],
          ],
        ],
        ["query.run"],
      ],
      { QUERY_PATH: "/q", QUERY_PARAMS: '{"a":[1]}' },
    );
    expect(JSON.parse(step.text("out/result.json")!)).toEqual({ status: "ok", data: ["/q", { a: [1] }] });
    expect(step.outcomes("1")).toMatchObject([{ error: { code: "query.invalid_path" } }]);
    const refused = can("untyped-arguments") ? "query.invalid_handler" : "metric.invalid_type";
    expect(step.outcomes("2")).toMatchObject([{ error: { code: refused } }]);
    expect(step.outcomes("3")).toEqual([{ value: null }]);
    for (const [i, accessor] of accessors.entries())
      expect(step.outcomes(`3.1.${i + 3}`)).toEqual([{ value: accessor }]);
    expect([step.outcomes("4"), step.outcomes("3.1.12"), step.files]).toEqual([[], [], ["go"]]);
  });

  test("serves until it is stopped, with concurrent handlers", async () => {
    const port = await freePort();
    const handlers: Written[] = [
      [
        "query.handler",
        "/slow",
        [
          ["touch", "waits"],
          ["wait_for", "go"],
          ["return", "slow"],
        ],
      ],
      [
        "query.handler",
        "/go",
        [
          ["wait_for", "waits"],
          ["touch", "go"],
        ],
      ],
      [
        can("try-handler") ? "query.try_handler" : "query.handler",
        "/bad",
        [{ call: ["fail", "no luck"], uncaught: true }],
      ],
      ["query.run"],
      ["touch", "not"],
    ];
    const step = new Started(testee(), numbered(handlers), { QUERY_PORT: String(port) });
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
    while ((await ask("/health").catch(() => undefined)) === undefined) await pause(5);
    expect(await Promise.all([ask("/slow"), ask("/go"), ask("/bad")])).toEqual([
      "slow",
      null,
      { status: "error", error: "no luck" },
    ]);
    step.kill("SIGTERM");
    expect(await step.ended).toEqual({ code: 0, signal: null });
    expect([step.outcomes("4"), step.outcomes("5"), step.files]).toEqual([[], [], ["go", "waits"]]);
    count(step);
  });

  test("detects a handler that can never answer, and raises any value, if the language can", async () => {
    const handlers: Written[] = [
      ["query.handler", "/never", [["never"]]],
      ["query.handler", "/odd", [{ call: ["fail_with", "odd"], uncaught: true }]],
      ["query.run"],
    ];
    const told = {
      "/never": ["sees-end-of-work", "the handler of /never never answered"],
      "/odd": ["raises-any-value", "odd"],
    };
    for (const [path, [capability, error]] of Object.entries(told)) {
      if (!can(capability!)) continue;
      const step = await run(handlers, { QUERY_PATH: path });
      expect(JSON.parse(step.text("out/result.json")!)).toMatchObject({ error });
    }
  });
}
