export { decodeUtf8, hasSpaceBetweenTokens, Malformed, read } from "./read.ts";
export { equal, fromPlain, isObject, type Json, type JsonObject, Num, toPlain } from "./value.ts";
export { write } from "./write.ts";
