export { surveyIsolation } from "./executors/process/choose-isolation.ts";
export { type Ends, type LocalPeer, localPeer } from "./executors/process/peer.ts";
export type { PreparedLaunch } from "./executors/process/prepare.ts";
export {
  createProcessExecutor,
  type ProcessExecutor,
  type ProcessExecutorOptions,
} from "./executors/process/process-executor.ts";
