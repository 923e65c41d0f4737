export { surveyIsolation } from "./executors/process/isolation/choose.ts";
export { type Ends, type LocalPeer, localPeer } from "./executors/process/network/peer.ts";
export type { PreparedLaunch } from "./executors/process/prepare.ts";
export {
  createProcessExecutor,
  type ProcessExecutor,
  type ProcessExecutorOptions,
} from "./executors/process/process-executor.ts";
