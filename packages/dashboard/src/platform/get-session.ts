import type { AuthStatus } from "@botyard/client/browser";
import { platform } from "./client.ts";
import { early } from "./early.ts";

export const getSession = (signal?: AbortSignal): Promise<AuthStatus> =>
  early("session", () => platform.until(signal).auth.status());
