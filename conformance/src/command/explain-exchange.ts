import type { Exchange, Request } from "../model.ts";

/** Returns a text as one word of the shell. */
export const quoted = (text: string): string =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Address of a served bot. */
export interface Address {
  host: string;
  port: string;
}

/** Returns bash commands that wait until the bot, whose process id is in `$bot`, accepts connections. */
export const waitForServer = ({ host, port }: Address): string =>
  `until (: < /dev/tcp/${host}/${port}) 2> /dev/null || ! kill -0 $bot 2> /dev/null; do sleep 0.1; done`;

/** Returns bash commands that make an exchange with a served bot and print its answers. `stderr` is the file of its lines. */
export function exchangeScript(exchange: Exchange, n: number, address: Address, stderr: string): string {
  const asked = exchange.do === "ask" ? ` ${exchange.request.method} ${exchange.request.target}` : "";
  const head = `printf '\\n%s\\n' ${quoted(`# Request ${n}${asked.slice(0, 80)}`)}`;
  const connection = "connection" in exchange ? variable(exchange.connection) : "";
  const open = `exec {${connection}}<> /dev/tcp/${address.host}/${address.port}`;
  const isOpen = `[ -n "$${connection}" ]`;
  switch (exchange.do) {
    case "ask": {
      const command = curl(exchange.request, address);
      return `${head}; ${command}${exchange.later === null ? "" : ` &\n${variable(exchange.later)}=$!`}`;
    }
    case "answer-of":
      return `wait $${variable(exchange.name)}`;
    case "raw": {
      const parts = exchange.send.map((part) => `printf %b ${quoted(escapes(part))} >&$${connection}`);
      // A server may keep the connection open: print what arrives within a second.
      return [head, `${isOpen} || ${open}`, ...parts, `timeout 1 cat <&$${connection}`].join("\n");
    }
    case "connect":
      return `${isOpen} || ${open}`;
    case "close":
      return `exec {${connection}}>&-; ${connection}=`;
    case "refused":
      return `while (: < /dev/tcp/${address.host}/${address.port}) 2> /dev/null; do sleep 0.1; done`;
    case "touch":
      return `touch ${quoted(exchange.file)}`;
    case "wait-for":
      return `until [ -e ${quoted(exchange.file)} ] || ! kill -0 $bot 2> /dev/null; do sleep 0.1; done`;
    case "wait-for-line":
      return `until grep -qF -- ${quoted(exchange.text)} ${stderr} || ! kill -0 $bot 2> /dev/null; do sleep 0.1; done`;
    case "signal":
      return `kill -s ${exchange.send.replace(/^SIG/, "")} $bot`;
  }
}

/** Returns the shell's variable of a connection or a request. */
const variable = (name: string): string => `conf_${name.replace(/\W/g, "_")}`;

function curl({ method, target, headers, body }: Request, { host, port }: Address): string {
  const all = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const chunked = body && "chunks" in body ? ["-H 'Transfer-Encoding: chunked'"] : [];
  const bytes = body === null ? undefined : bytesOf(body);
  const data = bytes === undefined ? [] : ["--data-binary @-", ...withoutType(headers)];
  const how = method === "HEAD" ? ["--head"] : [`-X ${quoted(method)}`];
  // As written, with `..`, `[` and `|`.
  const url = `--request-target ${quoted(target)} http://${host.includes(":") ? `[${host}]` : host}:${port}/`;
  const command = ["curl -sS -i --globoff", ...how, ...chunked, ...all, ...data, url].join(" ");
  return bytes === undefined ? command : `printf %b ${quoted(escapes(bytes))} | ${command}`;
}

/** curl names the type of a form unless it is told otherwise. */
const withoutType = (headers: Record<string, string>): string[] =>
  Object.keys(headers).some((name) => name.toLowerCase() === "content-type") ? [] : ["-H 'Content-Type:'"];

/** Returns the bytes of a body as Latin-1 text. */
function bytesOf(body: NonNullable<Request["body"]>): string {
  if ("bytes" in body) return Buffer.from(body.bytes, "base64").toString("latin1");
  const text = "chunks" in body ? body.chunks.join("") : body.text;
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Returns Latin-1 text with the escapes of `printf %b`. */
const escapes = (bytes: string): string =>
  bytes.replace(/[^ -~]|\\/g, (char) => {
    const short = { "\r": "\\r", "\n": "\\n", "\\": "\\\\" }[char];
    return short ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
