// The query of the savings plan: what was bought in all.
import { query, state } from "@botyard/sdk";

query.handler("/plan", () => state.get("plan", { orders: 0, amount: 0, spent: 0 }));
query.run();
