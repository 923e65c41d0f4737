export type {
  Counted,
  Cut,
  LocalService,
  Policy,
  Reason,
} from "@botyard/border";
export { type BotFile, readBotFile } from "./bot-file.ts";
export * from "./executor.ts";
export type { WantedIsolation } from "./executors/process/isolation/choose.ts";
export { describeLimit } from "./limit-text.ts";
export { cutText } from "./output/cut-text.ts";
export { freeIngested } from "./output/free-ingested.ts";
export { LineReader, linesAtOnce, type Piece, type RawLine } from "./output/line-reader.ts";
export { describeSilence } from "./output/silence.ts";
export { watchGrowth } from "./output/watch-growth.ts";
export { wipeIngested } from "./output/wipe-ingested.ts";
export { type Answered, type Broken, cutAnswer } from "./query/cut-answer.ts";
export { isJson } from "./query/json-bytes.ts";
export { countKeys, emptyWritten, measureWritten, removeWritten, stateKeys } from "./written.ts";
