import { resolve4 } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:http2";
import { get } from "node:https";
import { text } from "node:stream/consumers";

const ways = {
  fetch: async (url) => (await fetch(url)).text(),
  async http2(url) {
    const session = connect(url);
    const stream = session.request({ ":path": "/" });
    session.on("error", (error) => stream.destroy(error));
    const answer = await text(stream);
    session.close();
    return answer;
  },
  /** Asks the name server itself instead of the C library. */
  async resolve4(url) {
    const { hostname } = new URL(url);
    const [host] = await resolve4(hostname);
    const options = { host, servername: hostname, headers: { host: hostname } };
    const [response] = await once(get(url, options), "response");
    return text(response);
  },
  WebSocket: (url) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      socket.onopen = () => socket.send("hello");
      socket.onerror = ({ error }) => reject(error);
      socket.onmessage = ({ data }) => {
        socket.close();
        resolve(data);
      };
    }),
};

const [way, url] = process.argv.slice(2);
console.log(await ways[way](url));
