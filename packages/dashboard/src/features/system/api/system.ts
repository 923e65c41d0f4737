import type { System, SystemHistory } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const getSystem = (signal: AbortSignal): Promise<System> => platform.until(signal).system();

export const getHistory = (range: "hour" | "day", signal: AbortSignal): Promise<SystemHistory> =>
  platform.until(signal).systemHistory(range);

export const getPrometheus = (): Promise<string> => platform.prometheus();
