import { dotnet } from "../../../repo/src/run/csharp.ts";
import { type Client, type Language, ofTheMachine } from "./client.ts";

const client = (name: string, way: string, over: Client["over"]): Client => ({
  ...{ name, version: ofTheMachine, over },
  argv: ["dotnet", "out/Clients.dll", way],
  refused: "Name or service not known",
});

export const csharp: Language = {
  name: "C#",
  folder: "csharp",
  needs: dotnet,
  clients: [
    client("HttpClient", "1.1", "HTTP/1.1"),
    client("HttpClient", "2.0", "HTTP/2"),
    client("ClientWebSocket", "ClientWebSocket", "WebSocket"),
  ],
  async prepare({ run }) {
    const quiet = ["DOTNET_CLI_TELEMETRY_OPTOUT=1", "DOTNET_NOLOGO=1"];
    await run("env", ...quiet, "dotnet", "build", "--nologo", "--output", "out");
  },
};
