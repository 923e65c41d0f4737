import type { UserUsage } from "@botyard/client/browser";
import { bytes } from "../lib/bytes.ts";

type Quota = UserUsage["quotas"][number];

/** The name of a quota for people. */
export function quotaTitle({ name }: Quota): string {
  const text = name.replace(/_bytes$/, "").replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const quotaAmount = ({ name }: Quota, amount: number): string =>
  name.endsWith("_bytes") ? bytes(amount) : amount.toLocaleString("en");
