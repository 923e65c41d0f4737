import type { Json } from "../json/index.ts";

/** What one process does: a case without expectations. */
export interface Script {
  kind: "run" | "query" | "serve";
  /** BOT_ID; empty: unset. */
  id: string;
  /** BOT_CONFIG. */
  config: Document;
  items: Item[];
}

/** An item of a flat list, so that any of them can be dropped; calls belong to the ask before them. */
export type Item =
  /** A file of the state folder before the start. */
  | { do: "given"; name: string; document: Document }
  /** A query to the server; in a one-shot query the first one counts. */
  | ({ do: "ask" } & Ask)
  | ({ do: "call" } & Call);

export interface Ask {
  path: string;
  /** Whether a handler is registered for this path. */
  registered: boolean;
  method: "GET" | "POST";
  /** Names and values of the query string; only of a server. */
  query: [string, string][];
  /** QUERY_PARAMS or a request's body. */
  body: Document;
}

export interface Call {
  op: string;
  /** `{$var: name}` stands for a kept value. */
  args: Json[];
  /** Name under which the value is kept. */
  as: string | null;
  /** A failure ends the handler. */
  uncaught: boolean;
}

/** Text that may be valid JSON. */
export interface Document {
  text: string;
  /** Its value; undefined if it is not valid JSON by the contract. */
  value: Json | undefined;
}

/** Returns the number of calls in a script. */
export const callsOf = ({ items }: Script): number => items.filter((item) => item.do === "call").length;
