// Leaves files next to its own program and above the case's folder.
const fs = require("node:fs");
const { join } = require("node:path");
fs.writeFileSync(join(__dirname, "dist", "left-here"), String(process.pid));
fs.writeFileSync(join(process.env.HOME, "..", "..", "left-there"), String(process.pid));
require("./dist/adapter.cjs");
