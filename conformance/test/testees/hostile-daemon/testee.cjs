// Leaves a daemon running: a process in another session and folder, with other streams.
const { execFileSync } = require("node:child_process");
execFileSync("sh", ["-c", "cd / && setsid sleep 60 </dev/null >/dev/null 2>&1 &"], { stdio: "ignore" });
require("./dist/adapter.cjs");
