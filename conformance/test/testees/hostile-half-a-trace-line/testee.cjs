// Ends in the middle of the note of an outcome, and says that all is well.
const fs = require("node:fs");
const { writeSync } = fs;
fs.writeSync = (fd, text, ...rest) => {
  if (!/^\{"id":"[\d.]+","(value|error)":/.test(String(text))) return writeSync(fd, text, ...rest);
  writeSync(fd, text.slice(0, text.length / 2));
  process.reallyExit(0);
};
require("./dist/adapter.cjs");
