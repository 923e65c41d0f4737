import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, openBoth, type Side } from "./both.ts";
import { exchanges } from "./exchanges.ts";

let server: Side;
let mock: Side;
beforeAll(async () => {
  [server, mock] = await openBoth();
});

describe("the mock answers like the server", () => {
  test.each(exchanges.map((ask, at) => [at, ask.method, ask.path.slice(0, 80), ask] as const))(
    "%i: %s %s",
    async (_at, _method, _path, ask) => {
      const [expected, found]: Answer[] = await Promise.all([server.ask(ask), mock.ask(ask)]);
      expect(found).toEqual(expected);
    },
  );
});
