export { isRounded, isSpelledOtherwise, mayRound, numberOf, readExactJson } from "./exact.ts";
export { JsonSyntaxError, readJson } from "./read.ts";
export { decodeUtf8, decodeUtf8Loosely, utf8Length } from "./utf8.ts";
export { cloneJson, type JsonObject, type JsonValue, sortByBytes } from "./value.ts";
export { type OnUnsupported, quote, writeJson } from "./write.ts";
