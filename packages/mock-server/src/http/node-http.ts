/**
 * Returns the module `node:http`. An `import` of it would read all of its exports, among them a WebSocket client, with
 * which Node loads its copy of undici: a fifth of the start.
 */
export const nodeHttp = () => process.getBuiltinModule("node:http");
