// Does everything, but does not note the first op.
const fs = require("node:fs");
const { writeSync } = fs;
fs.writeSync = (fd, text, ...rest) =>
  String(text).startsWith('{"id":"1",') ? text.length : writeSync(fd, text, ...rest);
require("./dist/adapter.cjs");
