// Ignores SIGTERM and SIGINT.
const deaf = (listen) =>
  function (name, listener) {
    return listen.call(this, name, name === "SIGTERM" || name === "SIGINT" ? () => {} : listener);
  };
process.on = deaf(process.on);
process.once = deaf(process.once);
process.on("SIGTERM");
process.on("SIGINT");
require("./dist/adapter.cjs");
