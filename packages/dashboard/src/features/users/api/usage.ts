import type { UserUsage } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const listUsage = (signal: AbortSignal): Promise<UserUsage[]> =>
  platform.until(signal).users.listUsage();
