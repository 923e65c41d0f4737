import { openPlatform } from "../platform.ts";
import type { MockPlatform } from "./platform.ts";
import type { Scenario } from "./scenario.ts";

/**
 * Creates a platform in memory. It listens on no port and starts no process.
 *
 * @throws {ScenarioError} if the scenario is invalid or names something that does not exist
 */
export function createMockPlatform(scenario: Scenario = {}): Promise<MockPlatform> {
  return openPlatform(scenario);
}
