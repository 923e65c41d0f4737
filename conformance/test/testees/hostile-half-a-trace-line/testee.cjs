// Ends with exit code 0 in the middle of a note.
const fs = require("node:fs");
const { writeSync } = fs;
fs.writeSync = (fd, text, ...rest) => {
  if (!/^\{"id":"[\d.]+","(value|error)":/.test(String(text))) return writeSync(fd, text, ...rest);
  writeSync(fd, text.slice(0, text.length / 2));
  process.reallyExit(0);
};
require("./dist/adapter.cjs");
