import { afterEach } from "vitest";
import { createMockPlatform, type MockPlatform, type Scenario } from "../src/index.ts";

const open: MockPlatform[] = [];
afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
});

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: documents have many shapes.
  json: any;
}

/** A mock that is closed after the test, with a function that asks it as its first user. */
export async function mock(scenario: Scenario = {}) {
  const platform = await createMockPlatform(scenario);
  open.push(platform);
  const ask = async (method: string, path: string, body?: unknown, key = platform.key): Promise<Answer> => {
    const response = await platform.fetch(
      path.startsWith("/_") ? platform.url + path : platform.apiUrl + path,
      {
        method,
        headers: {
          authorization: `ApiKey ${key}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      json: text === "" ? undefined : JSON.parse(text),
    };
  };
  return { platform, ask, get: (path: string) => ask("GET", path) };
}
