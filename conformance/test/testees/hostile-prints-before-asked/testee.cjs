// Greets before the first op, as a chatty library would.
console.log("SDK 1.0 is starting");
require("./dist/adapter.cjs");
