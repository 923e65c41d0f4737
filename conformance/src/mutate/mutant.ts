import type { Observation } from "../model.ts";

/** A recording with one small change; `mutation` is `channel.change`. */
export interface Mutant {
  mutation: string;
  seen: Observation;
}
