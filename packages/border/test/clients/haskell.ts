import { haskellClients } from "../../../repo/src/run/haskell.ts";
import { type Language, ofTheMachine } from "./client.ts";

export const haskell: Language = {
  name: "Haskell",
  folder: "haskell",
  needs: haskellClients,
  clients: [
    {
      ...{ name: "http-client-tls", version: ofTheMachine, over: "HTTP/1.1", thorough: true },
      argv: ["./http"],
      refused: "does not exist (Name or service not known)",
    },
    {
      ...{ name: "websockets with connection", version: ofTheMachine, over: "WebSocket", thorough: true },
      argv: ["./websocket"],
      refused: "does not exist (Name or service not known)",
    },
  ],
  async prepare({ run }) {
    await run("ghc", "Http.hs", "-outputdir", "of-http", "-o", "http");
    await run("ghc", "WebSocket.hs", "-outputdir", "of-websocket", "-o", "websocket");
  },
};
