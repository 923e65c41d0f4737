import type { System } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const getSystem = (): Promise<System> => platform.system();
