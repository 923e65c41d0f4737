import type { Reason } from "../src/index.ts";

/** A program in the network of a bot that tries to reach something. */
export interface Way {
  title: string;
  argv: string[];
  /** What it shows when the border works: a part of its output. */
  shows: string;
  /** Whether it must work, is refused, or is known to be open. */
  is: "works" | "refused" | "open";
  /** The reason in the table of the bot's network. */
  reason?: Reason;
}

const curl = (...args: string[]) => ["curl", "-sS", "--max-time", "8", ...args];
const python = (...lines: string[]) => ["python3", "-c", lines.join("\n")];
const socket = (address: string, port: number, ...lines: string[]) =>
  python(
    "import socket",
    "s = socket.create_connection((%r, %d), 8)"
      .replace("%r", JSON.stringify(address))
      .replace("%d", String(port)),
    ...lines,
  );
const tls = (address: string, name: string | undefined, host = name) =>
  python(
    "import socket, ssl",
    "c = ssl.create_default_context(); c.check_hostname = False; c.verify_mode = ssl.CERT_NONE",
    `s = c.wrap_socket(socket.create_connection((${JSON.stringify(address)}, 443), 8), server_hostname=${name === undefined ? "None" : JSON.stringify(name)})`,
    `s.sendall(b"GET / HTTP/1.1\\r\\nHost: ${host ?? "x"}\\r\\n\\r\\n")`,
    "print(s.recv(100))",
  );
const udp = (address: string, port: number, bytes = "b'x'") =>
  python(
    "import socket",
    "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(3)",
    `s.sendto(${bytes}, (${JSON.stringify(address)}, ${port}))`,
    "print(s.recv(100))",
  );

export const names = {
  listed: "api.exchange.test",
  other: "evil.test",
  below: "eu.stream.exchange.test",
  inner: "inner.exchange.test",
  lan: "lan.exchange.test",
  metadata: "metadata.exchange.test",
  own: "own.exchange.test",
  changing: "changing.exchange.test",
  gone: "gone.exchange.test",
};

/** Addresses of the internet of the test. */
export const addresses = { listed: "93.184.216.34", other: "93.184.6.6", nameServer: "93.184.8.8" };

/** The names with which an encrypted hello is sent: the outer one is listed. */
const encrypted = [
  "import os, socket, struct",
  `name = b"${names.listed}"`,
  "sni = struct.pack('>HHHBH', 0, len(name) + 5, len(name) + 3, 0, len(name)) + name",
  "ech = struct.pack('>HH', 0xfe0d, 32) + os.urandom(32)",
  "ext = sni + ech",
  "body = b'\\x03\\x03' + os.urandom(32) + b'\\0' + b'\\0\\x02\\x13\\x01' + b'\\x01\\0' + struct.pack('>H', len(ext)) + ext",
  "hello = b'\\x01' + len(body).to_bytes(3, 'big') + body",
  "record = b'\\x16\\x03\\x01' + struct.pack('>H', len(hello)) + hello",
];

export const ways: Way[] = [
  { title: "HTTPS to a listed host", argv: curl("-k", `https://${names.listed}/`), is: "works", shows: "ok" },
  {
    title: "HTTP to a listed host on a listed port",
    argv: curl(`http://${names.listed}:8080/`),
    is: "works",
    shows: "ok",
  },
  {
    title: "a host that a wildcard covers",
    argv: curl("-k", `https://${names.below}/`),
    is: "works",
    shows: "ok",
  },
  {
    title: "a server that speaks first, on a listed port",
    argv: socket(names.listed, 2525, "print(s.recv(100))"),
    is: "works",
    shows: "220 hello",
  },
  { title: "a local service at its address", argv: curl("http://127.0.0.1:7171/"), is: "works", shows: "ok" },
  {
    title: "a local service at an address of the local network",
    argv: curl("http://10.1.2.3:4001/"),
    is: "works",
    shows: "ok",
  },
  {
    title: "a port of its own that a program of the host has, too",
    argv: python("import socket", "s = socket.socket(); s.bind(('127.0.0.1', 7802)); print('bound')"),
    is: "works",
    shows: "bound",
  },
  {
    title: "a name that is not listed",
    argv: curl(`https://${names.other}/`),
    is: "refused",
    shows: "Could not resolve",
    reason: "not_listed",
  },
  {
    title: "a name that only ends like a listed one",
    argv: curl(`https://x${names.listed}/`),
    is: "refused",
    shows: "Could not resolve",
    reason: "not_listed",
  },
  {
    title: "the address of a host without its name",
    argv: curl("-k", `https://${addresses.listed}/`),
    is: "refused",
    shows: "connect",
  },
  {
    title: "another address of the internet",
    argv: curl(`http://${addresses.other}/`),
    is: "refused",
    shows: "connect",
  },
  { title: "an address of IPv6", argv: curl("http://[2606:2800:21f::1]/"), is: "refused", shows: "connect" },
  {
    title: "an address of IPv4 as one of IPv6",
    argv: curl(`http://[::ffff:${addresses.other}]/`),
    is: "refused",
    shows: "connect",
  },
  {
    title: "a service of the host at 127.0.0.1",
    argv: curl("http://127.0.0.1:7801/"),
    is: "refused",
    shows: "connect",
  },
  {
    title: "a service of the host at 0.0.0.0",
    argv: curl("http://0.0.0.0:7802/"),
    is: "refused",
    shows: "connect",
  },
  {
    title: "a service of the host at ::1",
    argv: curl("http://[::1]:7803/"),
    is: "refused",
    shows: "connect",
  },
  {
    title: "the metadata address of a cloud",
    argv: curl("http://169.254.169.254/"),
    is: "refused",
    shows: "connect",
  },
  {
    title: "the query port of another bot",
    argv: curl("http://127.0.0.1:7800/"),
    is: "refused",
    shows: "connect",
  },
  {
    title: "a listed host on a port that is not listed",
    argv: curl(`http://${names.listed}:81/`),
    is: "refused",
    shows: "connect",
  },
  {
    title: "another name in the TLS hello to a listed host",
    argv: tls(names.listed, names.other),
    is: "refused",
    shows: "reset",
    reason: "other_server_name",
  },
  {
    title: "no name in the TLS hello",
    argv: tls(names.listed, undefined),
    is: "refused",
    shows: "reset",
    reason: "no_server_name",
  },
  {
    title: "an encrypted TLS hello",
    argv: python(
      ...encrypted,
      `s = socket.create_connection(("${names.listed}", 443)); s.sendall(record); print(s.recv(100))`,
    ),
    is: "refused",
    shows: "reset",
    reason: "encrypted_hello",
  },
  {
    title: "plain HTTP on port 443",
    argv: socket(
      names.listed,
      443,
      `s.sendall(b"GET / HTTP/1.1\\r\\nHost: ${names.listed}\\r\\n\\r\\n"); print(s.recv(100))`,
    ),
    is: "refused",
    shows: "reset",
    reason: "not_tls",
  },
  {
    title: "a TLS hello that never ends",
    argv: socket(names.listed, 443, "s.sendall(b'\\x16\\x03\\x01\\x02\\x00\\x01'); print(s.recv(100))"),
    is: "refused",
    shows: "reset",
    reason: "hello_timeout",
  },
  {
    title: "a malformed TLS hello",
    argv: socket(
      names.listed,
      443,
      "s.sendall(b'\\x16\\x03\\x01\\x00\\x05\\x01\\x00\\x00\\x01\\xff'); print(s.recv(100))",
    ),
    is: "refused",
    shows: "reset",
    reason: "malformed_hello",
  },
  {
    title: "another host in an HTTP request to a listed host",
    argv: curl("-H", `Host: ${names.other}`, `http://${names.listed}:8080/`),
    is: "refused",
    shows: "reset",
    reason: "other_host",
  },
  {
    title: "a listed host that resolves to the machine itself",
    argv: curl("-k", `https://${names.inner}/`),
    is: "refused",
    shows: "reset",
    reason: "private_address",
  },
  {
    title: "a listed host that resolves to the local network",
    argv: curl("-k", `https://${names.lan}/`),
    is: "refused",
    shows: "reset",
    reason: "private_address",
  },
  {
    title: "a listed host that resolves to the metadata address",
    argv: curl("-k", `https://${names.metadata}/`),
    is: "refused",
    shows: "reset",
    reason: "private_address",
  },
  {
    title: "a listed host that resolves to a public address of the machine",
    argv: curl("-k", `https://${names.own}/`),
    is: "refused",
    shows: "reset",
    reason: "own_address",
  },
  {
    title: "a listed host that does not exist",
    argv: curl("-k", `https://${names.gone}/`),
    is: "refused",
    shows: "reset",
    reason: "not_found",
  },
  {
    title: "a question for a name that carries data",
    argv: python("import socket", `socket.getaddrinfo("c2VjcmV0.${names.other}", 443)`),
    is: "refused",
    shows: "not known",
    reason: "not_listed",
  },
  {
    title: "a question to another name server",
    argv: udp(addresses.nameServer, 53),
    is: "refused",
    shows: "unreachable",
  },
  {
    title: "UDP to a listed host, as QUIC does",
    argv: udp(names.listed, 443),
    is: "refused",
    shows: "Error",
  },
  {
    title: "a socket of the host without a file",
    argv: python("import socket", "s = socket.socket(socket.AF_UNIX); s.connect('\\0botyard-of-the-host')"),
    is: "refused",
    shows: "refused",
  },
  {
    title: "another host behind the same address, in the request inside of TLS (domain fronting)",
    argv: tls(names.listed, names.listed, names.other),
    is: "open",
    shows: "200 OK",
  },
  {
    title: "another host in a later request of the same HTTP connection",
    argv: socket(
      names.listed,
      8080,
      `s.sendall(b"GET / HTTP/1.1\\r\\nHost: ${names.listed}\\r\\n\\r\\nGET / HTTP/1.1\\r\\nHost: ${names.other}\\r\\n\\r\\n")`,
      "print(s.recv(100))",
    ),
    is: "open",
    shows: "200 OK",
  },
];
