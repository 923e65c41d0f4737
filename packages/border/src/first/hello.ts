import { longestFirst, more, type Reading, refused } from "./reading.ts";

const handshake = 22;
const clientHello = 1;
const serverName = 0;
const hostName = 0;
/** Whether it hides a name or is only there to look so, cannot be told apart. */
const encryptedClientHello = 0xfe0d;

/** Returns true if these bytes can begin a connection of TLS. */
export const mayBeHello = (bytes: Buffer): boolean => bytes[0] === handshake;

/** Reads the server's name from the first message of a TLS client (RFC 8446, section 4.1.2; RFC 6066, section 3). */
export function readHello(bytes: Buffer): Reading {
  if (bytes.length > 0 && bytes[0] !== handshake) return refused("not_tls");
  if (bytes.length > 1 && bytes[1] !== 3) return refused("not_tls");
  try {
    const message = joinRecords(bytes);
    if (message === undefined) return bytes.length < longestFirst ? more : refused("malformed_hello");
    return nameIn(new Cursor(message));
  } catch (error) {
    if (error instanceof RangeError) return refused("malformed_hello");
    throw error;
  }
}

/**
 * Returns the body of the first handshake message, which may be divided over several records; `undefined` if it is not
 * complete.
 */
function joinRecords(bytes: Buffer): Buffer | undefined {
  // Copied only once: a bot may divide it into records of one byte.
  const joined = Buffer.alloc(bytes.length);
  let size = 0;
  for (let at = 0; ; ) {
    if (bytes.length < at + 5) return undefined;
    const length = bytes.readUInt16BE(at + 3);
    if (bytes[at] !== handshake || bytes[at + 1] !== 3 || length === 0) throw new RangeError();
    size += bytes.copy(joined, size, at + 5, at + 5 + length);
    if (size > 0 && joined[0] !== clientHello) throw new RangeError();
    if (size >= 4) {
      const end = 4 + joined.readUIntBE(1, 3);
      if (end > longestFirst) throw new RangeError();
      if (size >= end) return joined.subarray(4, end);
    }
    at += 5 + length;
  }
}

function nameIn(hello: Cursor): Reading {
  hello.skip(2 + 32);
  hello.skip(hello.uint(1));
  hello.skip(hello.uint(2));
  hello.skip(hello.uint(1));
  const extensions = hello.isAtEnd ? undefined : hello.take(hello.uint(2));
  if (!hello.isAtEnd) throw new RangeError();
  let name: string | undefined;
  const seen = new Set<number>();
  while (extensions && !extensions.isAtEnd) {
    const type = extensions.uint(2);
    const body = extensions.take(extensions.uint(2));
    if (seen.has(type)) throw new RangeError();
    seen.add(type);
    if (type === encryptedClientHello) return refused("encrypted_hello");
    if (type === serverName) name = readServerName(body);
  }
  return name === undefined ? refused("no_server_name") : { kind: "named", name: name.toLowerCase() };
}

/** The list of names may in fact have one name, of one type. */
function readServerName(body: Cursor): string {
  const list = body.take(body.uint(2));
  if (list.uint(1) !== hostName) throw new RangeError();
  const name = list.take(list.uint(2));
  if (!list.isAtEnd || !body.isAtEnd) throw new RangeError();
  return name.text();
}

/** Reads numbers and parts in turn. Whatever is beyond the end is a RangeError. */
class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  uint(size: 1 | 2): number {
    const value = this.#bytes.readUIntBE(this.#at, size);
    this.#at += size;
    return value;
  }

  skip(size: number): void {
    if (this.#at + size > this.#bytes.length) throw new RangeError();
    this.#at += size;
  }

  take(size: number): Cursor {
    const from = this.#at;
    this.skip(size);
    return new Cursor(this.#bytes.subarray(from, this.#at));
  }

  text(): string {
    return this.#bytes.toString("latin1");
  }
}
