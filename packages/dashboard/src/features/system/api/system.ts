import type { System } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const getSystem = (signal: AbortSignal): Promise<System> => platform.until(signal).system();

export const getPrometheus = (): Promise<string> => platform.prometheus();
