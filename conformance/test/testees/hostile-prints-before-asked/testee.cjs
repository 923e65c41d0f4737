// Prints a line before the first op, as some libraries do.
console.log("SDK 1.0 is starting");
require("./dist/adapter.cjs");
