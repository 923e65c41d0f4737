// Never listens and never ends.
const { Server } = require("node:net");
Server.prototype.listen = function () {
  setInterval(() => {}, 1000);
  return this;
};
require("./dist/adapter.cjs");
