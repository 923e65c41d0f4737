import { createMockPlatform, type Scenario } from "../../mock-server/src/index.ts";
import { afterThisTest, platform } from "./platform.ts";

/** A mock platform, and the command with its address and key in the environment. */
export async function mocked(scenario: Scenario = {}) {
  const mock = await createMockPlatform(scenario);
  afterThisTest(() => mock.close());
  await mock.listen();
  const env = { PLATFORM_API_URL: mock.apiUrl, PLATFORM_API_KEY: mock.key };
  return { mock, env, run: (...args: string[]) => platform(args, { env }) };
}
