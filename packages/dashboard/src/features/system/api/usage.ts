import type { UserUsage } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const getUsage = (signal: AbortSignal): Promise<UserUsage> => platform.until(signal).users.usage();
