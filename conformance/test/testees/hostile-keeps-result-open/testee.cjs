// Leaves a process running that keeps the result file open and writes to it.
const { spawn } = require("node:child_process");
const { existsSync, openSync } = require("node:fs");
const { dirname } = require("node:path");
const result = process.env.RESULT_PATH;
if (existsSync(dirname(result))) {
  const file = openSync(result, "a");
  const aMinute = "cd / && exec setsid sh -c 'for i in $(seq 1000); do printf x; sleep 0.05; done'";
  spawn("sh", ["-c", aMinute], {
    stdio: ["ignore", file, "ignore"],
    env: { PATH: process.env.PATH },
  }).unref();
}
require("./dist/adapter.cjs");
