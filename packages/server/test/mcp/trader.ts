import { expect } from "vitest";
import { type Client, openPlatform, type TestPlatform } from "../http/harness.ts";
import { bareClient, type ToolResult } from "./raw.ts";

export const schema = {
  type: "object",
  properties: {
    short_period: { type: "integer", default: 5, minimum: 2, maximum: 50, description: "Fast average." },
    long_period: { type: "integer", default: 20, minimum: 5, maximum: 200 },
    symbol: { type: "string" },
    api_key: { type: "string" },
  },
  required: ["symbol"],
  additionalProperties: false,
};

export const instance = (name: string, config: object = { symbol: "AAPL" }) => ({
  name,
  type: "realtime/sma",
  version: "1.1.0",
  config,
});

/** A platform, and an assistant of the user `trader`, who has two custom bots. */
export interface Trader {
  at: TestPlatform;
  user: Client;
  call: ReturnType<typeof bareClient>["call"];
  rpc: ReturnType<typeof bareClient>["rpc"];
  deploy(name: string, config?: object): Promise<string>;
}

export async function openTrader(): Promise<Trader> {
  const at = await openPlatform();
  const user = await at.user("trader", ["read", "deploy"]);
  const { call, rpc } = bareClient(at.platform.url, user.key);
  for (const version of ["1.0.0", "1.1.0"])
    await user.upload({ name: "sma", version, schema, readme: `# SMA\n${"x".repeat(2_000)}`, queries: true });
  await user.upload({ name: "cron", type: "scheduled", schema });
  const deploy = async (name: string, config?: object): Promise<string> =>
    (await call("bot_deploy", { config: instance(name, config) })).structuredContent.bot_id;
  return { at, user, call, rpc, deploy };
}

export const texts = (result: ToolResult) => result.content.map(({ text }) => text);

/** Every failure has two texts, a code for programs, and no structured content, which some clients would validate. */
export function failure(result: ToolResult, code: string): string[] {
  expect(result).toMatchObject({ isError: true, _meta: { "botyard/code": code } });
  expect(result).not.toHaveProperty("structuredContent");
  expect(result.content).toHaveLength(2);
  return texts(result);
}
