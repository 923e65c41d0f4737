// A platform that tests run as a separate process and kill. It only starts the given bot.

import { executorWithin } from "../src/executors/process/process-executor.ts";
import type { LaunchSpec } from "../src/index.ts";
import { createProcessExecutor, type ProcessExecutorOptions } from "../src/process.ts";
import { withoutGroups } from "./without-groups.ts";

const { options, spec, groups } = JSON.parse(process.argv[2] ?? "{}") as {
  options: ProcessExecutorOptions;
  spec: LaunchSpec;
  groups?: boolean;
};
const executor = await (groups === false
  ? executorWithin(options, withoutGroups)
  : createProcessExecutor(options));
const { record } = await executor.launch(spec);
console.log(JSON.stringify(record));
setInterval(() => {}, 60_000);
