// Leaves a process behind that has left its session, its folder and its streams, as a daemon does.
const { execFileSync } = require("node:child_process");
execFileSync("sh", ["-c", "cd / && setsid sleep 60 </dev/null >/dev/null 2>&1 &"], { stdio: "ignore" });
require("./dist/adapter.cjs");
