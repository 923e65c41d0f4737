import type { Json } from "../json/index.ts";

/** What one process is told to do: the seed of a case, without anything that is expected. */
export interface Script {
  kind: "run" | "query" | "serve";
  /** BOT_ID; the empty text stands for an unset one. */
  id: string;
  /** BOT_CONFIG. */
  config: Document;
  items: Item[];
}

/** One flat list, so that anything can be left out of a script: calls belong to the ask above them. */
export type Item =
  /** A file of the state folder from before. */
  | { do: "given"; name: string; document: Document }
  /** A query: asked of the server, or, the first of a one-shot query, of the process. */
  | ({ do: "ask" } & Ask)
  | ({ do: "call" } & Call);

export interface Ask {
  path: string;
  /** Whether there is a handler of this path. */
  registered: boolean;
  method: "GET" | "POST";
  /** Names and values of the query string; a server's only. */
  query: [string, string][];
  /** QUERY_PARAMS or a request's body. */
  body: Document;
}

export interface Call {
  op: string;
  /** `{$var: name}` stands for a kept value. */
  args: Json[];
  /** Keeps the value, if it gives one. */
  as: string | null;
  /** A failure ends the handler. */
  uncaught: boolean;
}

/** Text that is meant to be JSON. */
export interface Document {
  text: string;
  /** What it says; undefined when it is no JSON by the contract. */
  value: Json | undefined;
}

/** How many calls a script makes. */
export const callsOf = ({ items }: Script): number => items.filter((item) => item.do === "call").length;
