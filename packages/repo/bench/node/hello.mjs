// The hello of node:http.
import { createServer } from "node:http";

const body = '{"pong":true}';
createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
    response.end(body);
  });
}).listen(Number(process.env.QUERY_PORT), "127.0.0.1");
