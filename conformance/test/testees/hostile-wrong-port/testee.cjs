// Serves on another port.
const { Server } = require("node:net");
const { listen } = Server.prototype;
Server.prototype.listen = function (_port, ...rest) {
  return listen.call(this, 0, ...rest);
};
require("./dist/adapter.cjs");
