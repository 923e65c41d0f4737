import { promisify } from "node:util";
import { Client, credentials } from "@grpc/grpc-js";

const client = new Client(new URL(process.argv[2]).host, credentials.createSsl());
const asIs = (bytes) => bytes;
const call = promisify(client.makeUnaryRequest.bind(client));
const answer = await call("/test.Echo/Echo", asIs, asIs, Buffer.from("hello"));
console.log(String(answer));
client.close();
