import { type Child, startChild } from "./children.ts";
import { feedPortAt, rememberChild, rememberFeedPort } from "./left-behind.ts";
import { listenError } from "./port.mjs";

/**
 * Starts the price feed on its previous port, so that bots that survived a crash can still access it. If another
 * program uses that port, the feed uses a free one.
 */
export async function startFeed(home: string, daySeconds: string): Promise<{ child: Child; url: string }> {
  const kept = feedPortAt(home);
  const port = kept !== undefined && (await listenError(kept)) === undefined ? kept : 0;
  const { child, found: url } = await startChild(
    "The price feed",
    ["examples/price-feed/src/main.ts", "--port", String(port), "--day-seconds", daySeconds],
    {},
    (line) => /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0],
    (pid) => rememberChild(home, "feed", pid),
  );
  rememberFeedPort(home, Number(new URL(url).port));
  return { child, url };
}
