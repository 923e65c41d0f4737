import { jdk } from "../../../repo/src/run/scala.ts";
import { type Client, type Language, ofTheMachine } from "./client.ts";

const password = "changeit";
const trust = ["-Djavax.net.ssl.trustStore=trusted", `-Djavax.net.ssl.trustStorePassword=${password}`];

const client = (name: string, over: Client["over"], refused: string): Client => ({
  ...{ name, version: ofTheMachine, over, refused },
  argv: ["java", ...trust, "-cp", ".", "Clients"],
});

/** sttp, the usual client in Scala, uses these unless it is told otherwise. */
export const java: Language = {
  name: "Java",
  folder: "java",
  needs: jdk,
  clients: [
    client("java.net.http.HttpClient", "HTTP/2", "ConnectException"),
    client("java.net.http.WebSocket", "WebSocket", "ConnectException"),
  ],
  async prepare({ run, authority }) {
    await run("javac", "Clients.java");
    const store = ["-keystore", "trusted", "-storepass", password];
    await run("keytool", "-importcert", "-noprompt", "-file", authority, ...store);
  },
};
