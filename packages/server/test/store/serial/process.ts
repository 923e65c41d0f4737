/** Calls verbs of a PostgreSQL store as it is told by messages: `node process.ts <url> <folder>`. */
import { quotaLimitsIn } from "../../../src/settings/quotas.ts";
import { defaultSettings } from "../../../src/settings/settings.ts";
import { openPostgres } from "../../../src/store/postgres/database.ts";
import { serviceStoreOf } from "../../../src/store/sql/service-store.ts";
import { most } from "./model.ts";
import { type Call, outcomeOf } from "./verbs.ts";

const [url = "", folder = ""] = process.argv.slice(2);
const store = await openPostgres(url, {
  holder: { name: "a test", folder },
  quotas: quotaLimitsIn({ ...defaultSettings, dataDir: folder, userBots: most.bots, userKeys: most.keys }),
  // Until all of them are entered as owners, the latest one is.
  onLost: () => {},
});
const services = serviceStoreOf(store.patient);
process.on("message", (calls: Call[]) => {
  void Promise.all(calls.map((call) => outcomeOf(services, call))).then((outcomes) =>
    process.send!(outcomes),
  );
});
process.once("disconnect", () => void store.close());
process.send!("open");
