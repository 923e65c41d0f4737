import type { InstanceConfig } from "@botyard/client/browser";
import { useEffect, useState } from "preact/hooks";
import { problemsOf } from "../../domain/settings/problems.tsx";
import { Ticks } from "../../domain/ticks.tsx";
import { useResource } from "../../platform/use-resource.ts";
import { dryRun } from "./api/deploy.ts";

const pause = 300;

/** The next ticks while the schedule is being edited, as the platform computes them. */
export function SchedulePreview({ instance }: { instance: InstanceConfig }) {
  const { schedule, timezone = "UTC" } = instance;
  const [asked, setAsked] = useState({ schedule, timezone });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ schedule, timezone }), pause);
    return () => clearTimeout(timer);
  }, [schedule, timezone]);
  const checked = useResource((signal) => dryRun(instance, signal), [asked.schedule, asked.timezone]);
  const problems = problemsOf(checked.error);
  const why = problems.get("/schedule") ?? problems.get("/timezone");
  return (
    <section class="stack" aria-live="polite">
      <h3>Next runs</h3>
      {checked.value?.next_ticks ? (
        <Ticks ticks={checked.value.next_ticks} timezone={asked.timezone} />
      ) : (
        <p class="soft given">
          {checked.error === undefined
            ? "Computing …"
            : (why ?? "They can be computed when the other settings are valid.")}
        </p>
      )}
    </section>
  );
}
