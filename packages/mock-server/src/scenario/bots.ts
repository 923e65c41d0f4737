import { type Bot, newId, PlatformError, type Run, settingNames } from "@botyard/server/building-blocks";
import { readMoment } from "../moment.ts";
import type { BotFixture, RunFixture } from "../public/scenario.ts";
import type { World } from "../world.ts";
import { ScenarioError, scenarioError } from "./check.ts";

/**
 * Creates a bot by the rules of the platform, and gives it the past of the scenario.
 *
 * @throws {ScenarioError} if the platform would refuse the bot
 */
export async function addBot(world: World, fixture: BotFixture, ownerId: string): Promise<void> {
  const { parts, memory, writer, behaviors, clock } = world;
  const { name, type = `realtime/${name}`, version = "latest", config = {} } = fixture;
  const isScheduled = type.startsWith("scheduled/");
  const given = settingNames.filter((setting) => fixture[setting] !== undefined);
  const instance = {
    ...(isScheduled && { schedule: "0 * * * *" }),
    ...Object.fromEntries(given.map((setting) => [setting, fixture[setting]])),
    ...{ name, type, version, config },
  };
  const described = await parts.bots.dryRun(ownerId, instance).catch((error: unknown) => {
    throw error instanceof PlatformError ? scenarioError(error, `bot "${name}"`) : error;
  });
  const status = fixture.status ?? (isScheduled ? "idle" : "running");
  const at = clock.now().toISOString();
  const bot_id = fixture.bot_id ?? newId("bot", clock.now().getTime());
  const bot: Bot = {
    ...described.settings,
    // As the platform stores it: otherwise the same secret would be a change.
    config: parts.vault.sealConfig(described.package.schema, described.settings.config, bot_id),
    bot_id,
    owner_id: ownerId,
    custom_bot: described.package.name,
    model: described.model,
    desired: status === "stopped" || status === "stopping" ? "stopped" : "running",
    ...{ status, revision: 1, generation: 1, restarts: fixture.restarts ?? 0 },
    ...{ created_at: at, updated_at: at },
    ...(status === "running" && { running_revision: 1, started_at: at }),
  };
  if (memory.bots.has(bot.bot_id)) throw new ScenarioError([`There are two bots ${bot.bot_id}.`]);
  if (!(await parts.store.insertBot(bot, undefined)))
    throw new ScenarioError([`There are two bots "${name}" of one user.`]);
  behaviors.setBot(bot.bot_id, fixture);
  const { reason, detail, retry } = fixture;
  writer.status(bot.bot_id, { status, reason, detail, retry });
  writer.logs(bot.bot_id, fixture.logs ?? []);
  writer.metrics(bot.bot_id, fixture.metrics ?? []);
  for (const [key, value] of Object.entries(fixture.state ?? {}))
    await parts.states.write(bot.bot_id, key, Buffer.from(JSON.stringify(value)));
  for (const run of inOrder(world, fixture.runs ?? [])) addRun(world, bot, run);
}

type Dated = RunFixture & { scheduled_at: string };

/** Ids of runs sort by time, as the lists of the platform do. */
function inOrder({ clock }: World, runs: readonly RunFixture[]): Dated[] {
  return runs
    .map((run) => ({ ...run, scheduled_at: readMoment(clock, run.scheduled_at ?? run.tick ?? "-0s") }))
    .sort((a, b) => (a.scheduled_at < b.scheduled_at ? -1 : a.scheduled_at > b.scheduled_at ? 1 : 0));
}

function addRun({ memory, writer, clock }: World, bot: Bot, fixture: Dated): void {
  const { id, status = "success", scheduled_at, tick, started_at, finished_at, logs = [], ...rest } = fixture;
  const hasEnded = status !== "queued" && status !== "running";
  const hasStarted = !["queued", "skipped", "missed"].includes(status);
  const run: Run = {
    id: id ?? newId("run", Date.parse(scheduled_at)),
    bot_id: bot.bot_id,
    ...(tick !== undefined && { tick: readMoment(clock, tick) }),
    ...{ scheduled_at, status, version: bot.version, revision: bot.revision, queued_at: scheduled_at },
    ...(hasStarted && { started_at: readMoment(clock, started_at ?? scheduled_at) }),
    ...(hasEnded && { finished_at: readMoment(clock, finished_at ?? started_at ?? scheduled_at) }),
    ...(status === "success" && { exit_code: 0 }),
    ...(status === "canceled" && { ended_by: "cancel" as const }),
    ...(status === "timed_out" && { ended_by: "time_limit" as const }),
    ...rest,
  };
  memory.runs.set(run.id, run);
  writer.logs(bot.bot_id, logs, run.id);
}
