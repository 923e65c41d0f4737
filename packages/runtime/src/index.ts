export { type BotFile, readBotFile } from "./bot-file.ts";
export * from "./executor.ts";
export type { WantedIsolation } from "./executors/process/choose-isolation.ts";
export { describeLimit } from "./limit-text.ts";
export { freeIngested } from "./output/free-ingested.ts";
export { type OutputBatch, type OutputLine, type ReadLinesOptions, readLines } from "./output/read-lines.ts";
export { watchGrowth } from "./output/watch-growth.ts";
export { type Answered, type Broken, cutAnswer } from "./query/cut-answer.ts";
export { isJson } from "./query/json-bytes.ts";
