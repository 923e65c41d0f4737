import { readFileSync } from "node:fs";

/** A text that no door accepts as JSON. */
export interface Sent {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Where the fault is, if it is a duplicate key. */
  pointer?: string;
}

interface Row {
  name: string;
  text?: string;
  base64?: string;
  repeat?: string;
  times?: number;
  pointer?: string;
}

const rows = JSON.parse(readFileSync(new URL("sent.json", import.meta.url), "utf8")) as Row[];

/** What every door must refuse. */
export const refused: readonly Sent[] = rows.map(
  ({ name, text, base64, repeat = "", times = 0, pointer }) => ({
    name,
    bytes: new Uint8Array(
      base64 === undefined ? Buffer.from(text ?? repeat.repeat(times)) : Buffer.from(base64, "base64"),
    ),
    ...(pointer !== undefined && { pointer }),
  }),
);
