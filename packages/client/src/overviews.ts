import type { QueryValues, Transport } from "./transport.ts";
import type { BotOverview } from "./types.ts";

/** Returns the overviews of all bots, or of those with the given ids, from all pages. */
export async function allOverviews(
  transport: Transport,
  { ids, user }: { ids?: readonly string[]; user?: string } = {},
): Promise<BotOverview[]> {
  const found: BotOverview[] = [];
  let cursor: string | undefined;
  do {
    const query: QueryValues = { limit: 200, ids: ids?.join(","), user, cursor };
    const page: { overviews: BotOverview[]; next_cursor?: string } = await transport.json(
      "GET",
      "/bots/overview",
      { query },
    );
    found.push(...page.overviews);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found;
}
