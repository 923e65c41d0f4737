import { expect, test } from "vitest";
import { checkBotConfig, checkInstance, widerThan } from "../src/index.ts";

const file = (network: string) => `name: my-bot
version: 1.0.0
type: realtime
runtime: python311
entrypoints: { bot: main.py }
schema: { bot: bot-schema.json }
network: ${network}
`;
const problemsOf = (network: string) =>
  checkBotConfig(file(network)).problems.map(({ code, pointer, message }) => [code, pointer, message]);

test.each([
  ["none", "none"],
  ["internet", "internet"],
  ["host", "host"],
  [
    '{hosts: [api.kraken.com, "ws.kraken.com:8443", "*.binance.com", "*"], local: [price-feed], queries: none}',
    {
      hosts: ["api.kraken.com", "ws.kraken.com:8443", "*.binance.com", "*"],
      local: ["price-feed"],
      queries: "none",
    },
  ],
])("a custom bot says what its bots may connect to: %s", (text, network) => {
  expect(checkBotConfig(file(text)).config?.network).toEqual(network);
});

test.each([
  ["Api.kraken.com", "has capital letters"],
  ["https://api.kraken.com/0", "is an address of the web"],
  ["api.kraken.com/0", "is an address of the web"],
  ["10.0.0.1", "is an address, not a name"],
  ["10.0.0.1:443", "is an address, not a name"],
  ["2130706433", "is an address, not a name"],
  ["0x7f.1", "is an address, not a name"],
  ["[::1]:443", "is an address, not a name"],
  ["::1", "is an address, not a name"],
  ["api.*.com", "has a wildcard at the wrong place"],
  ["*kraken.com", "has a wildcard at the wrong place"],
  ["**.kraken.com", "has a wildcard at the wrong place"],
  ["*.com", "is too wide"],
  ["localhost", "has only one part"],
  ["xn--krken-vqa.com", "is in Punycode, which can stand for letters that look like others"],
  ["аpi.kraken.com", "has letters outside of ASCII, which can look like others"],
  ["api..kraken.com", "is not a host name"],
  ["-api.kraken.com", "is not a host name"],
  ["api_v1.kraken.com", "is not a host name"],
  ["api.kraken.com.", "is not a host name"],
  ["api kraken.com", "is not a host name"],
  [`${"a".repeat(64)}.com`, "is not a host name"],
  ["api.kraken.com:0", "has no valid port"],
  ["api.kraken.com:65536", "has no valid port"],
  ["api.kraken.com:https", "has no valid port"],
  ["", "is not a host name"],
])("the host %j is refused, with its place", (host, why) => {
  const shown = JSON.stringify(host.length > 80 ? `${host.slice(0, 80)}…` : host);
  expect(problemsOf(`{hosts: [api.kraken.com, ${JSON.stringify(host)}]}`)).toEqual([
    ["network.invalid_host", "/network/hosts/1", `The host ${shown} ${why}.`],
  ]);
});

test("a network that is neither a word nor an object with lists is refused", () => {
  expect(problemsOf("internets")).toEqual([["network.invalid", "/network", '"network" is "internets".']]);
  expect(problemsOf("[api.kraken.com]")).toEqual([["network.invalid", "/network", '"network" is a list.']]);
  expect(problemsOf("{hosts: api.kraken.com}")).toEqual([
    ["network.invalid", "/network/hosts", '"network.hosts" is a string, not a list.'],
  ]);
  expect(problemsOf("{queries: none}")).toEqual([
    ["network.invalid", "/network", '"network" lists neither hosts nor local services.'],
  ]);
  expect(problemsOf("{local: [Price Feed]}")).toEqual([
    ["network.invalid_service", "/network/local/0", '"Price Feed" is not the name of a local service.'],
  ]);
  expect(
    problemsOf(`{hosts: [${Array.from({ length: 65 }, (_, index) => `h${index}.com`).join(", ")}]}`),
  ).toEqual([
    ["network.too_many", "/network/hosts", '"network.hosts" has 65 entries; at most 64 are allowed.'],
  ]);
  expect(problemsOf("{hosts: [a.com], ports: [80]}")[0]?.slice(0, 2)).toEqual([
    "bot_config.unknown_field",
    "/network/ports",
  ]);
});

test("an instance has a network of the same form", () => {
  const instance = { name: "mine", type: "realtime/my-bot", version: "1.0.0", config: {} };
  expect(checkInstance({ ...instance, network: { hosts: ["a.com"] } }).instance?.network).toEqual({
    hosts: ["a.com"],
  });
  expect(checkInstance({ ...instance, network: { hosts: ["A.com"] } }).problems[0]?.pointer).toBe(
    "/network/hosts/0",
  );
});

test.each([
  ["host", "internet", []],
  ["internet", "host", [[]]],
  ["internet", { hosts: ["api.kraken.com", "*.binance.com"], local: ["price-feed"] }, []],
  ["internet", { hosts: ["api.kraken.com:8443"] }, [["hosts", 0]]],
  ["none", "internet", [[]]],
  ["none", { hosts: ["api.kraken.com"] }, [["hosts", 0]]],
  [{ hosts: ["*.kraken.com"] }, { hosts: ["api.kraken.com", "*.eu.kraken.com", "*.kraken.com"] }, []],
  [{ hosts: ["*.kraken.com"] }, { hosts: ["kraken.com"] }, [["hosts", 0]]],
  [{ hosts: ["api.kraken.com"] }, { hosts: ["*.kraken.com"] }, [["hosts", 0]]],
  [{ hosts: ["api.kraken.com"] }, "internet", [[]]],
  [
    { hosts: ["api.kraken.com"], local: ["price-feed"] },
    { local: ["price-feed", "gateway"] },
    [["local", 1]],
  ],
  [{ hosts: ["api.kraken.com"] }, "none", []],
] as const)("where a custom bot has %j, an instance may not have %j: %j", (allowed, asked, paths) => {
  expect(widerThan(allowed as never, asked as never).map(({ path }) => path)).toEqual(paths);
});
