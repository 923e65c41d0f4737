import { defaultSettings, routes } from "@botyard/server/building-blocks";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Ask, openBoth, type Side } from "./both.ts";

let server: Side;
let mock: Side;
beforeAll(async () => {
  [server, mock] = await openBoth();
});

const all = routes({ ...defaultSettings, dataDir: "" });
const ids = ["{alpha}", "{silent}", "{daily}", "{stopped}", "bot_unknown", "%2e%2e", "%zz", "a%2Fb", "é"];
const parameters = [...new Set(all.flatMap(({ operation }) => Object.keys(operation.input.properties)))];

const anyText = fc.oneof(
  fc.constantFrom(...["", "1", "0", "-1", "1.5", "true", "null", "latest", "1.0.0", "running", "alpha"]),
  fc.constantFrom(...["2026-01-31", "2026-01-31T00:00:00Z", "realtime/alpha", "[]", "a,b", "%00"]),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
);
const segment = fc.oneof(
  fc.constantFrom(...ids),
  anyText.filter((text) => text !== ""),
);
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(fc.constantFrom(...parameters, "type", "version", "query_path", "params"), fc.jsonValue()),
);

const ask = fc
  .record({
    route: fc.constantFrom(...all),
    method: fc.option(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"), { freq: 8 }),
    values: fc.array(segment, { minLength: 2, maxLength: 2 }),
    query: fc.array(fc.tuple(fc.constantFrom(...parameters, "what"), anyText), { maxLength: 3 }),
    key: fc.constantFrom("admin", "admin", "deployer", "reader", "other", null),
    body: fc.option(body),
    type: fc.constantFrom(
      "application/json",
      "application/json",
      "application/gzip",
      "text/plain",
      undefined,
    ),
  })
  // A wait takes time, and the timeout of a query counts only once the bot is asked.
  .filter(({ route }) => !/wait/.test(route.path))
  .map(({ route, method, values, query, key, body, type }): Ask => {
    let at = 0;
    const path = route.path.replace(/\{\w+\}/g, () => values[at++] ?? "x");
    const text = query.map(([name, value]) => `${name}=${value}`).join("&");
    const sends = method ?? route.method;
    const hasBody = body !== null && sends !== "GET";
    return {
      method: sends,
      path: text === "" ? path : `${path}?${text}`,
      key,
      headers: type !== undefined && (hasBody || type !== "application/json") ? { "content-type": type } : {},
      ...(hasBody && { raw: new TextEncoder().encode(JSON.stringify(body)) }),
    };
  })
  // Only requests that change nothing can be compared in any order.
  .filter(({ method, path }) => !(method === "DELETE" && /\{/.test(path)));

const runs = Number(process.env.RANDOM_REQUESTS ?? 300);

test("the mock answers random requests like the server", async () => {
  await fc.assert(
    fc.asyncProperty(ask, async (request) => {
      const [expected, found] = await Promise.all([server.ask(request), mock.ask(request)]);
      // The mock does not limit the rate of requests.
      fc.pre(expected.status !== 429);
      // The engines differ in what bots answer and use, when a bot has a new status, and what the system is.
      if (
        /\/(query|events|runs?|start|stop|restart|usage|system)\b/.test(request.path) &&
        expected.status < 300
      ) {
        expect(found.status).toBe(expected.status);
      } else expect(found).toEqual(expected);
    }),
    { numRuns: runs },
  );
});
