import type { BackupState } from "../backup/index.ts";
import { commitmentsOf, overcommitment } from "../settings/commitments.ts";
import { limitsIn } from "../settings/limits.ts";
import { Exactly } from "./documents/named.ts";
import { SystemDocument } from "./documents/system.ts";
import { type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";
import { checkStoreAnswers } from "./store-answers.ts";

/** What users may know about the platform. */
export const system = {
  getSystem: operation({
    scope: "read",
    kind: "read",
    tag: "platform",
    summary: "Get the version, isolation, health, limits and interpreters of the platform",
    input: Exactly({}),
    output: SystemDocument,
    async run(parts, { administers }) {
      const { version, startedAt, engine, settings, store } = parts;
      const [asked, capacity] = await Promise.all([
        // That the store cannot be read is a part of the health.
        store.askedResources().catch(() => undefined),
        engine.capacity(),
      ]);
      const commitments = asked ? commitmentsOf(asked, settings, capacity) : [];
      return {
        version,
        started_at: startedAt.toISOString(),
        isolation: engine.isolation(),
        health: await healthOf(parts),
        limits: limitsIn(settings),
        commitments: commitments.map((one) => ({ ...one, detail: overcommitment(one) ?? null })),
        target: await engine.target(),
        backup: shownBackup(parts.backups.state()),
        ...(administers && { data_dir: settings.dataDir }),
      };
    },
  }),
} satisfies Record<string, Operation>;

/** The path of the file is for admins of the machine. */
const shownBackup = ({ last, next_at }: BackupState) => ({
  last: last ? { created_at: last.created_at, bytes: last.bytes } : null,
  next_at: next_at ?? null,
});

async function healthOf(parts: Parts) {
  const store = await checkStoreAnswers(parts).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const disk = parts.space.isLow ? "The disk is nearly full; new data are refused." : undefined;
  return [
    part("store", store),
    part("disk", disk),
    part("data_folder", parts.engine.copy()),
    part("isolation", parts.engine.obstacle()?.why),
    part("secrets", parts.vault.obstacle),
    part("backup", parts.backups.state().failure),
  ];
}

const part = <Name extends "store" | "disk" | "data_folder" | "isolation" | "secrets" | "backup">(
  name: Name,
  why: string | undefined,
) => ({
  name,
  status: why === undefined ? ("ok" as const) : ("failing" as const),
  detail: why ?? null,
});
