import { useRef } from "preact/hooks";
import { type Loading, useResource } from "../../platform/use-resource.ts";
import { loadFields } from "./api/compare.ts";
import type { MetricField } from "./candidates.ts";

export type FieldsByBot = ReadonlyMap<string, readonly MetricField[]>;

/** The fields of these bots, and of those that were asked for before: each bot is asked once. */
export function useFields(botIds: readonly string[]): Loading<FieldsByBot> {
  const known = useRef<FieldsByBot>(new Map());
  const loaded = useResource(
    async (signal) => {
      const unknown = botIds.filter((id) => !known.current.has(id));
      known.current = new Map([...known.current, ...(await loadFields(unknown, signal))]);
      return known.current;
    },
    [botIds],
  );
  // While the fields of one more bot are loaded, the others stay.
  const value = loaded.value ?? (known.current.size > 0 ? known.current : undefined);
  return { ...loaded, value };
}
