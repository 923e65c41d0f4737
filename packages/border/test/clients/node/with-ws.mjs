import { once } from "node:events";
import WebSocket from "ws";

const socket = new WebSocket(process.argv[2]);
await once(socket, "open");
socket.send("hello");
const [message] = await once(socket, "message");
console.log(String(message));
socket.close();
