import { notIsolated, requireOriginal } from "../../errors/platform-error.ts";
import type { Parts } from "../../operations/parts.ts";

/** The answer of the liveness probe. */
export const healthOf = ({ version, clock, engine, startedAt }: Parts) => ({
  status: "ok" as const,
  version,
  uptime_seconds: Math.floor((clock.now().getTime() - startedAt.getTime()) / 1000),
  isolation: engine.isolation(),
});

/** @throws {PlatformError} `data_dir_copied`, `isolation_unavailable` */
export function readinessOf({ engine }: Parts) {
  requireOriginal(engine);
  const obstacle = engine.obstacle();
  if (obstacle) throw notIsolated(obstacle);
  return { status: "ready" as const };
}
