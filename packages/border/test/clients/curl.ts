import { type Language, ofTheMachine } from "./client.ts";

const refused = "Could not resolve host";

export const curl: Language = {
  name: "curl",
  clients: [
    {
      ...{ name: "curl", version: ofTheMachine, over: "HTTP/1.1", refused },
      argv: ["curl", "-sS", "--http1.1"],
    },
    {
      ...{ name: "curl", version: ofTheMachine, over: "HTTP/2", refused },
      argv: ["curl", "-sS", "--http2"],
    },
  ],
};
