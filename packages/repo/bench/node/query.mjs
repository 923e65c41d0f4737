// Answers `/ping`, once or as a server.
import { query } from "@botyard/sdk";

query.handler("/ping", () => ({ pong: true }));
await query.run();
