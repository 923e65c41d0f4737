import { decodeUtf8, type Json, Malformed, read, write } from "../json/index.ts";
import { changesOf } from "./values.ts";

/** A change of a document's bytes and its name. */
export interface ChangedBytes {
  name: string;
  bytes: string;
}

/** Yields changes of a JSON document's bytes: other values, and bytes that are not a valid document. */
export function* changedDocuments(bytes: string): Generator<ChangedBytes> {
  const value = readBytes(bytes);
  if (value === undefined) {
    yield { name: "bytes-more", bytes: `${bytes}x` };
    return;
  }
  for (const { name, value: other } of changesOf(value)) yield { name, bytes: latin1(write(other)) };
  yield { name: "empty", bytes: "" };
  yield { name: "truncated", bytes: bytes.slice(0, -1) };
  yield { name: "text-behind", bytes: `${bytes}{}` };
  yield { name: "byte-order-mark", bytes: `\xef\xbb\xbf${bytes}` };
  yield { name: "not-utf-8", bytes: latin1(write(["\u0000"])).replace("\\u0000", '"\xff"') };
  yield { name: "not-a-number", bytes: "NaN" };
  if (bytes.startsWith("{") && bytes !== "{}") {
    yield { name: "white-space", bytes: bytes.replace("{", "{ ") };
    yield { name: "key-twice", bytes: `${bytes.slice(0, -1)},${bytes.slice(1)}` };
  }
}

export function readBytes(bytes: string): Json | undefined {
  try {
    return read(decodeUtf8(bytes));
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

export const latin1 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
