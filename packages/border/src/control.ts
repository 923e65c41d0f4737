import type { Entry } from "./ledger.ts";
import type { Cut, Policy } from "./policy.ts";

/** Version of these messages. A border with another one is replaced. */
export const protocol = 1;

/** The socket of the border in its folder. */
export const socketName = "socket";

/** The environment variable with the border's filter of system calls, an array of `struct sock_filter` in base64. */
export const filterVariable = "BORDER_FILTER";

/** What the platform asks of the border, one JSON object per line over a Unix socket. */
export type Request =
  /** Makes a network namespace for a launch and opens it. It is closed with the connection, unless `open` follows. */
  | { do: "make"; launch: string; bot: string; policy: Policy; cut: Cut }
  /** Opens the network of a launch that runs. If it is open, it remembers the process, with which the network ends. */
  | {
      do: "open";
      launch: string;
      bot: string;
      process: { pid: number; startTime: string };
      policy: Policy;
      cut: Cut;
    }
  /** Whose network is open for a launch, and what it may connect to. */
  | { do: "find"; launch: string }
  | { do: "close"; launch: string }
  | { do: "cut"; launch: string; cut: Cut }
  /** Makes a socket that connects to a port of the launch. The border keeps its copy until it is taken. */
  | { do: "connect"; launch: string; address: string; port: number }
  /** Is not answered. */
  | { do: "taken"; fd: number }
  /** What was counted since the last call by all launches, also by those that are closed. */
  | { do: "take" };

export interface Answers {
  make: { namespace: number };
  open: object;
  /** Absent if its network is not open. */
  find: { found?: { bot: string; policy: Policy } };
  close: object;
  cut: object;
  connect: { fd: number };
  taken: never;
  take: { counted: Counted[] };
}

/** What one launch did. */
export interface Counted {
  launch: string;
  bot: string;
  /** Connections that are open now. */
  connections: number;
  entries: Entry[];
}

/** The first line of the border on each connection. */
export interface Greeting {
  protocol: number;
  pid: number;
}

export type Reply = { id: number; error: string } | ({ id: number } & object);
