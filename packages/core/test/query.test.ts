import { describe, expect, test } from "vitest";
import {
  answerOneShot,
  answerQuery,
  BotyardError,
  createRegistry,
  httpAnswer,
  type JsonValue,
  oneShotAnswer,
  openRequest,
  parseQueryString,
  type QueryHandler,
  QueryRequest,
  readPort,
} from "../src/index.ts";

const code = (code: string) => expect.objectContaining({ code });
const registryOf = (handlers: Record<string, QueryHandler>) => {
  const registry = createRegistry();
  for (const [path, handler] of Object.entries(handlers)) registry.register(path, handler);
  return registry;
};
const once = async (handler: QueryHandler, params = "{}") => {
  const outcome = await answerOneShot(registryOf({ "/q": handler }), {
    QUERY_PATH: "/q",
    QUERY_PARAMS: params,
  });
  const { document, exitCode } = oneShotAnswer(outcome);
  return { exitCode, ...JSON.parse(document) };
};

describe("registering", () => {
  test.each(["", "x", " /x", undefined, 5])("refuses the path %j [Q-1]", (path) => {
    expect(() => createRegistry().register(path as string, () => 1)).toThrow(code("query.invalid_path"));
  });

  test("refuses a handler that cannot be called [Q-1]", () => {
    expect(() => createRegistry().register("/x", 5 as never)).toThrow(
      "the handler of /x must be a function, got a number",
    );
  });

  test("uses the last handler of a path, also for built-ins, and lists every path once, sorted [Q-2] [BI-2] [BI-3]", async () => {
    const registry = registryOf({
      "/\u{1F600}": () => 1,
      "/\uffff": () => 1,
      "/b": () => 1,
      "/health": () => "mine",
    });
    registry.register("/b", () => 2);
    expect(registry.paths()).toEqual(["/b", "/health", "/info", "/\uffff", "/\u{1F600}"]);
    expect(await answerQuery(registry, "/b", new Map())).toEqual({ kind: "ok", json: "2" });
    expect(await answerQuery(registry, "/health", new Map())).toEqual({ kind: "ok", json: '"mine"' });
  });

  test("answers /health and /info without any handler [BI-1] [BI-2]", async () => {
    const registry = createRegistry();
    expect(await answerQuery(registry, "/health", new Map())).toEqual({
      kind: "ok",
      json: '{"status":"ok"}',
    });
    expect(await answerQuery(registry, "/info", new Map())).toEqual({
      kind: "ok",
      json: '{"available_queries":["/health","/info"]}',
    });
  });
});

describe("answering once", () => {
  test("returns the handler's value, or null if it returns nothing [Q-7] [Q-13]", async () => {
    expect(await once(() => ({ a: [Number.NaN] }))).toEqual({
      exitCode: 0,
      status: "ok",
      data: { a: [null] },
    });
    expect(await once(async () => {})).toEqual({ exitCode: 0, status: "ok", data: null });
  });

  test.each<[string, () => unknown, string]>([
    [
      "an error",
      () => {
        throw new TypeError("kaput");
      },
      "kaput",
    ],
    ["a rejection", () => Promise.reject(new Error("later")), "later"],
    [
      "a text",
      () => {
        throw "plain";
      },
      "plain",
    ],
    [
      "an object with a message",
      () => {
        throw { message: "odd" };
      },
      "odd",
    ],
    [
      "an error without message",
      () => {
        throw new Error();
      },
      "the handler failed without a message",
    ],
    [
      "nothing",
      () => {
        throw undefined;
      },
      "the handler failed without a message",
    ],
    [
      "a number",
      () => {
        throw 7;
      },
      "the handler failed without a message",
    ],
    [
      "an unreadable error",
      () => {
        throw {
          get message() {
            throw new Error("inner");
          },
        };
      },
      "the handler failed without a message",
    ],
    ["an answer without JSON form", () => ({ f: () => 1 }), "the answer of /q has no JSON form"],
    [
      "another error of the SDK",
      () => {
        throw new BotyardError("state.read_only", { operation: "set" });
      },
      "state is read-only in a query process: set",
    ],
  ])("has only the failure's own message for %s [Q-8] [Q-9] [Q-10] [Q-12]", async (_, handler, error) => {
    expect(await once(handler)).toEqual({
      exitCode: 1,
      status: "error",
      error,
      code: "query.handler_failed",
    });
  });

  test("names a parameter that a typed accessor refuses [Q-37]", async () => {
    expect(await once((request) => request.getInteger("limit", 5), '{"limit":"many"}')).toEqual({
      exitCode: 1,
      status: "error",
      error: 'parameter "limit" must be an integer, got "many"',
      code: "query.invalid_param",
    });
  });

  test.each(["[1]", "null", "5", "{", '{"a":1e999}'])("refuses the parameters %s [Q-7]", async (params) => {
    expect(await once(() => 1, params)).toEqual({
      exitCode: 1,
      status: "error",
      error: `query parameters must be a JSON object, got ${params}`,
      code: "query.params_not_object",
    });
  });

  test.each(["/nope", "q", "/q/", "/%71", "/q?a=1"])(
    "has no handler for the path %s, whatever the parameters are [Q-7] [Q-16]",
    async (path) => {
      const outcome = await answerOneShot(registryOf({ "/q": () => 1 }), {
        QUERY_PATH: path,
        QUERY_PARAMS: "[",
      });
      const { document, exitCode } = oneShotAnswer(outcome);
      expect(exitCode).toBe(1);
      expect(JSON.parse(document)).toEqual({
        status: "error",
        error: `no query handler for ${path}`,
        code: "query.unknown_path",
        available_queries: ["/health", "/info", "/q"],
      });
    },
  );

  test("cuts a long text in a message after 100 characters", async () => {
    const { error } = await once(() => 1, `[${"\u{1F600}".repeat(200)}`);
    expect([...error.replace("query parameters must be a JSON object, got ", "")]).toHaveLength(101);
  });
});

describe("answering HTTP", () => {
  const ask = async (method: string, target: string, body: string | Uint8Array | "too_large" = "") => {
    const registry = registryOf({
      "/q": (request) => ({ path: request.path, ...request.values() }),
      "/a b": () => "spaced",
      "/a+b": () => "plus",
      "/fail": () => {
        throw new Error("kaput");
      },
    });
    const opened = openRequest(registry, method, target);
    const bytes = typeof body === "string" && body !== "too_large" ? Buffer.from(body) : (body as Uint8Array);
    const {
      status,
      headers,
      body: text,
    } = httpAnswer("refused" in opened ? opened.refused : await opened.answer(bytes));
    expect(headers["Content-Type"]).toBe("application/json");
    return { http: status, headers, ...JSON.parse(text) };
  };

  test("takes parameters from the query string and the body; the body wins [Q-22] [Q-23]", async () => {
    expect(await ask("GET", "/q?limit=5&e=&n&a=1&a=2&x=%20y+z%zz")).toMatchObject({
      http: 200,
      limit: "5",
      e: "",
      n: "",
      a: "2",
      x: " y z%zz",
    });
    for (const method of ["GET", "POST"]) {
      expect(await ask(method, "/q?a=1&b=1", '{"a":[2],"__proto__":3}')).toMatchObject({ a: [2], b: "1" });
    }
  });

  test.each([
    ["/q", 200],
    ["/%71", 200],
    ["/q%3Fa=1", 404],
    ["/%2571", 404],
    ["/q/", 404],
    ["//q", 404],
    ["/x/../q", 404],
    ["/Q", 404],
    ["", 404],
    ["*", 404],
    ["http://somewhere:1/q?a=1", 200],
    ["/a%20b", 200],
    ["/a+b", 200],
    ["/%ff", 404],
    ["/%", 404],
  ])(
    "decodes the path of %s exactly once and does not normalise it [Q-24] [Q-25]",
    async (target, status) => {
      const answer = await ask("GET", target);
      expect(answer.http).toBe(status);
    },
  );

  test("checks in the order method, path, size, parameters [Q-7]", async () => {
    for (const method of ["HEAD", "PUT", "DELETE", "OPTIONS", "get"]) {
      const answer = await ask(method, "/nope");
      expect(answer).toMatchObject({
        status: "error",
        code: "query.method_not_allowed",
        error: `method ${method} is not allowed`,
      });
      expect(answer.headers.Allow).toBe("GET, POST");
    }
    expect(await ask("POST", "/nope", "too_large")).toMatchObject({ code: "query.unknown_path" });
    expect(await ask("POST", "/q", "too_large")).toMatchObject({ code: "query.body_too_large" });
    expect(await ask("POST", "/q", Buffer.alloc(1_048_577, " "))).toMatchObject({
      code: "query.body_too_large",
    });
    expect(await ask("POST", "/q", Buffer.alloc(1_048_576, " "))).toMatchObject({
      code: "query.params_not_object",
    });
    expect(await ask("POST", "/q", "[1]")).toMatchObject({
      error: "query parameters must be a JSON object, got [1]",
    });
    expect(await ask("POST", "/q", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toMatchObject({
      code: "query.params_not_object",
    });
  });

  test("leaves out the code only for a failed handler [Q-7]", async () => {
    const opened = openRequest(
      registryOf({
        "/f": () => {
          throw new Error("kaput");
        },
      }),
      "GET",
      "/f",
    );
    expect(
      httpAnswer(await (opened as { answer(b: Uint8Array): Promise<never> }).answer(Buffer.alloc(0))),
    ).toEqual({
      status: 500,
      headers: { "Content-Type": "application/json" },
      body: '{"status":"error","error":"kaput"}',
    });
  });

  test("reads a query string as URLSearchParams does [Q-22]", () => {
    for (const text of [
      "a=1&a=2&b",
      "?a=1",
      "&&=x&=y",
      "a%3Db=%26",
      "a=%ff%zz%",
      "é=%E2%82%AC",
      "a=b=c",
      "+=+",
    ]) {
      const expected = new Map([...new URL(`http://h/?${text}`).searchParams]);
      expect(parseQueryString(text)).toEqual(expected);
    }
  });
});

describe("a request", () => {
  const request = (params: Record<string, JsonValue>) =>
    new QueryRequest("/q", new Map(Object.entries(params)));

  test("returns the default, or null, for an absent or null parameter, also for names of Object.prototype [Q-32]", () => {
    const asked = request({ zero: 0, no: false, empty: "", nil: null });
    expect([asked.get("zero", 1), asked.get("no", true), asked.get("empty", "x")]).toEqual([0, false, ""]);
    expect([
      asked.get("nil", 7),
      asked.get("none", 7),
      asked.get("none"),
      asked.get("constructor", "d"),
    ]).toEqual([7, 7, null, "d"]);
    expect(asked.getNumber("none", 7)).toBe(7);
    expect(asked.getNumber("nil")).toBeNull();
  });

  test("has a method for each type [Q-34]", () => {
    const asked = request({ s: "x", n: "1.5", i: "5", b: "true", a: "[1]", o: '{"k":1}' });
    const short = [
      asked.getString("s"),
      asked.getNumber("n"),
      asked.getInteger("i"),
      asked.getBoolean("b"),
      asked.getArray("a"),
      asked.getObject("o"),
    ];
    expect(short).toEqual(["x", 1.5, 5, true, [1], { k: 1 }]);
    expect(() => asked.getInteger("n")).toThrow(code("query.invalid_param"));
    expect([asked.getString("-", 1), asked.getArray("-"), asked.getObject("-", 2)]).toEqual([1, null, 2]);
  });

  test("returns copies of its parameters [Q-33]", () => {
    const asked = request({ list: [1] });
    (asked.get("list") as JsonValue[]).push(2);
    (asked.values().list as JsonValue[]).push(3);
    expect(asked.values()).toEqual({ list: [1] });
  });

  test.each([
    ["integer", 5, 5],
    ["integer", "5", 5],
    ["integer", 5.0, 5],
    ["integer", "5.0", 5],
    ["integer", "5e0", 5],
    ["integer", "-0", -0],
    ["integer", "9007199254740991", 9007199254740991],
    ["number", "1.5", 1.5],
    ["number", 1e300, 1e300],
    ["boolean", true, true],
    ["boolean", "false", false],
    ["string", "5", "5"],
    ["array", "[1]", [1]],
    ["array", [1], [1]],
    ["object", '{"a":1}', { a: 1 }],
  ] as const)("reads as %s the value %j [Q-34] [Q-35]", (type, value, expected) => {
    expect(request({ p: value as JsonValue }).getAs("p", type)).toEqual(expected);
  });

  test.each([
    ["integer", 5.5, "an integer"],
    ["integer", "5.5", "an integer"],
    ["integer", " 5", "an integer"],
    ["integer", "5\n", "an integer"],
    ["integer", "+5", "an integer"],
    ["integer", "0x5", "an integer"],
    ["integer", "05", "an integer"],
    ["integer", "", "an integer"],
    ["integer", true, "an integer"],
    ["integer", "9007199254740993", "an integer"],
    ["number", "1e999", "a number"],
    ["number", "NaN", "a number"],
    ["number", "1,5", "a number"],
    ["number", '"5"', "a number"],
    ["boolean", "True", "true or false"],
    ["boolean", 1, "true or false"],
    ["boolean", "1", "true or false"],
    ["string", 5, "a string"],
    ["array", {}, "an array"],
    ["object", [], "an object"],
  ] as const)("refuses as %s the value %j, with a default too [Q-36] [Q-37]", (type, value, expected) => {
    const asked = () => request({ p: value as JsonValue }).getAs("p", type, 1 as never);
    expect(asked).toThrow(code("query.invalid_param"));
    expect(asked).toThrow(`parameter "p" must be ${expected}, got ${JSON.stringify(value)}`);
  });
});

test.each([
  [undefined, 9476],
  ["", 9476],
  ["1", 1],
  ["65535", 65535],
  ["08080", 8080],
])("QUERY_PORT %j is %d [Q-21]", (text, port) => {
  expect(readPort(text)).toBe(port);
});

test.each(["0", "65536", "-1", "80.0", " 80", "abc", "0x50", "000080", "٨٠"])(
  "QUERY_PORT %j is refused [Q-21]",
  (text) => {
    expect(() => readPort(text)).toThrow(code("query.invalid_port"));
  },
);
