// The crossover bot's queries. They read the state that main.mjs writes.
import { query, state } from "@botyard/sdk";
import { key, performance, resume, signals, status } from "./record.mjs";
import { settingsOf } from "./strategy.mjs";

const remembered = () => resume(settingsOf(query.getConfig()), state.get(key));

query.handler("/status", () => status(remembered()));
query.handler("/signals", (request) => signals(remembered(), request.getInteger("limit", 10)));
query.handler("/performance", () => performance(remembered()));
await query.run();
