// A platform that tests run as a separate process and kill. It only starts the given bot, or takes over one that runs.

import { executorWithin } from "../src/executors/process/process-executor.ts";
import type { LaunchRecord, LaunchSpec } from "../src/index.ts";
import { createProcessExecutor, type ProcessExecutorOptions } from "../src/process.ts";
import { withoutGroups } from "./without-groups.ts";

const { options, spec, adopt, groups } = JSON.parse(process.argv[2] ?? "{}") as {
  options: ProcessExecutorOptions;
  spec: LaunchSpec;
  adopt?: LaunchRecord;
  groups?: boolean;
};
const executor = await (groups === false
  ? executorWithin(options, withoutGroups)
  : createProcessExecutor(options));
const launch = adopt ? await executor.adopt(adopt) : await executor.launch(spec);
const { record } = launch!;
console.log(JSON.stringify(record));
setInterval(() => {}, 60_000);
