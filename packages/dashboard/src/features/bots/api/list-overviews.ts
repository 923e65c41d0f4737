export interface Overview {
  bot_id: string;
  /** Lines of level error and fatal, counted up to 1000. */
  errors_24h: number;
  last_signal: Signal | null;
  sparkline: {
    metric_type: string;
    field: string;
    symbol: string | null;
    points: [time: string, value: number][];
  } | null;
}

export interface Signal {
  time: string;
  action: string | null;
  symbol: string | null;
  reason: string | null;
  confidence: number | null;
  price: number | null;
}

/** What bots did during the last day, by bot; of all bots without `ids`. */
export async function listOverviews(ids: string[] | undefined): Promise<Map<string, Overview>> {
  const all = new Map<string, Overview>();
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({
      limit: "200",
      ...(ids && { ids: ids.join() }),
      ...(cursor && { cursor }),
    });
    const answer = await fetch(`/api/v1/bots/overview?${query}`);
    if (!answer.ok) throw new Error(`The overview of the bots could not be loaded (${answer.status}).`);
    const page = (await answer.json()) as { overviews: Overview[]; next_cursor?: string };
    for (const one of page.overviews) all.set(one.bot_id, one);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return all;
}
