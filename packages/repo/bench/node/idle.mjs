// A realtime bot between two looks: it writes a metric and waits.
import { metric } from "@botyard/sdk";

metric("price", { symbol: "AAPL", value: 187.5 });
setInterval(() => {}, 3_600_000);
