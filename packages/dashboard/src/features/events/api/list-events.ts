import type { Page, StatusEvent } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const listEvents = (botId: string): Promise<Page<StatusEvent>> => platform.events.list(botId);
