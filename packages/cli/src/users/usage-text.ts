import type { UserUsage } from "@botyard/client";
import { bytes } from "../output/times.ts";

export type Quota = UserUsage["quotas"][number];

/** Formats the name of a quota for people. */
export const quotaTitle = ({ name }: Quota): string => name.replace(/_bytes$/, "");

/** Formats an amount of a quota. */
export const amountOf = ({ name }: Quota, amount: number): string =>
  name.endsWith("_bytes") ? bytes(amount) : String(amount);
