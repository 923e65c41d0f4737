import type { Secret } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const listSecrets = (signal: AbortSignal): Promise<Secret[]> => platform.until(signal).secrets.list();

export const setSecret = (name: string, value: string, stage: boolean): Promise<unknown> =>
  platform.secrets.set(name, { value, stage });

export const applySecret = (name: string): Promise<unknown> => platform.secrets.apply(name);

export const deleteSecret = (name: string): Promise<void> => platform.secrets.delete(name);
