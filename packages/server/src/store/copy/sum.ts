import { hash } from "node:crypto";
import type { Row, Value } from "./ends.ts";

/** A number of rows and their sum. Stores that compare texts differently give the same one: the order does not matter. */
export class Sum {
  rows = 0;
  #sum = 0n;

  add(row: Row): void {
    this.rows++;
    const digest = Buffer.from(hash("sha256", row.map(canonical).join(""), "hex"), "hex");
    this.#sum = BigInt.asUintN(
      128,
      this.#sum + ((digest.readBigUInt64BE(0) << 64n) | digest.readBigUInt64BE(8)),
    );
  }

  /** The sum of the first half of each row's SHA-256, modulo 2^128, in hexadecimal digits. */
  get checksum(): string {
    return this.#sum.toString(16).padStart(32, "0");
  }
}

/** With its length, so that two rows of different values are never the same text. */
function canonical(value: Value): string {
  if (value === null) return "n;";
  if (typeof value === "string") return `t${value.length}:${value};`;
  return `i${value};`;
}
