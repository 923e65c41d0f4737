import type { Scenario } from "../public/scenario.ts";
import type { World } from "../world.ts";
import { addBot } from "./bots.ts";
import { ScenarioError } from "./check.ts";
import { versionOf } from "./custom-bots.ts";
import { addUsers } from "./keys.ts";

/**
 * Fills an empty platform. Returns the keys of each user.
 *
 * @throws {ScenarioError} if something in it is impossible
 */
export async function applyScenario(world: World, scenario: Scenario): Promise<Map<string, string[]>> {
  const { parts, clock, behaviors } = world;
  const { users = [{ name: "admin" }], custom_bots = [], bots = [] } = scenario;
  const owners = addUsers(world.memory, clock, users);
  const ownerOf = (what: string, name = users[0]!.name) => {
    const owner = owners.get(name);
    if (!owner) throw new ScenarioError([`${what}: there is no user "${name}".`]);
    return owner.id;
  };
  const at = clock.now().toISOString();
  for (const fixture of custom_bots) {
    const what = `custom bot "${fixture.name}"`;
    const owner = ownerOf(what, fixture.owner);
    if (!(await parts.store.insertVersion(versionOf(fixture, owner, at))))
      throw new ScenarioError([`${what}: version ${fixture.version ?? "1.0.0"} occurs twice.`]);
    behaviors.setCustomBot(owner, fixture.name, fixture);
  }
  for (const fixture of bots) {
    const owner = ownerOf(`bot "${fixture.name}"`, fixture.owner);
    const [, model = "realtime", name = fixture.name] =
      /^(realtime|scheduled)\/(.+)$/.exec(fixture.type ?? "") ?? [];
    if ((await parts.store.versionsOf(owner, name)).length === 0) {
      const made = { name, type: model as "realtime" | "scheduled", queries: fixture.answers !== undefined };
      await parts.store.insertVersion(versionOf(made, owner, at));
    }
    await addBot(world, fixture, owner);
  }
  await world.engine.start();
  return new Map([...owners].map(([name, { keys }]) => [name, keys]));
}
