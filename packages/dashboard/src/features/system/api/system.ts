import type { Health } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export interface System {
  health: Health;
  /** Why the platform cannot start bots now; absent if it can. */
  obstacle: string | undefined;
}

export async function getSystem(): Promise<System> {
  const [health, ready] = await Promise.all([platform.health(), fetch("/readyz")]);
  const { detail } = ready.ok ? {} : ((await ready.json()) as { detail?: string });
  return { health, obstacle: ready.ok ? undefined : (detail ?? `status ${ready.status}`) };
}
