// Writes a line of 64 MiB to standard error before its work.
const fs = require("node:fs");
const piece = "x".repeat(1024 * 1024);
for (let i = 0; i < 64; i++) fs.writeSync(2, piece);
fs.writeSync(2, "\n");
require("./dist/adapter.cjs");
