// A platform that tests run as a separate process and kill. It only starts the given bot.
import type { LaunchSpec } from "../src/index.ts";
import { createProcessExecutor, type ProcessExecutorOptions } from "../src/process.ts";

const { options, spec } = JSON.parse(process.argv[2] ?? "{}") as {
  options: ProcessExecutorOptions;
  spec: LaunchSpec;
};
const executor = await createProcessExecutor(options);
const { record } = await executor.launch(spec);
console.log(JSON.stringify(record));
setInterval(() => {}, 60_000);
