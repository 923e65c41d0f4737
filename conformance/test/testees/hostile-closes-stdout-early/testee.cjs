// Closes standard output before its work; the descriptor is reused for another file.
const fs = require("node:fs");
fs.closeSync(1);
fs.openSync("/dev/null", "w");
require("./dist/adapter.cjs");
