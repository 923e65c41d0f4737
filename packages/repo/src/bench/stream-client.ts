import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** One message in so many is parsed as a whole, for its time. */
const sampleEvery = 100;

const eventStart = Buffer.from('{"op":"event","id":"1","channel":"logs","seq":');

/**
 * Follows the log of a bot by WebSocket. Reads of most messages only the sequence number: 500 of these run beside the
 * platform on the same machine.
 */
export class StreamClient {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  /** The number before the first message; set once the platform has confirmed the subscription. */
  first = -1;
  /** The last number received. */
  last = -1;
  /** Messages that were not the next one, for example a gap. */
  readonly faults: string[] = [];
  /** Milliseconds from the printing of a line to its arrival, of some lines. */
  readonly delays: number[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Resolves once the platform has confirmed the subscription. */
  static async open(port: number, key: string, bot: string): Promise<StreamClient> {
    const socket = connect(port, "127.0.0.1").setNoDelay();
    await once(socket, "connect");
    socket.write(
      `GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ApiKey ${key}\r\n` +
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
        `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
    );
    const [head] = (await once(socket, "data")) as [Buffer];
    if (!head.subarray(0, 12).equals(Buffer.from("HTTP/1.1 101")))
      throw new Error(`The platform answered: ${head}`);
    const client = new StreamClient(socket);
    const subscribe = { op: "subscribe", id: "1", bot_id: bot, channels: ["logs"] };
    socket.write(maskedFrame(JSON.stringify(subscribe)));
    await new Promise<void>((resolve, reject) => {
      socket.on("data", (chunk: Buffer) => {
        client.#take(chunk);
        if (client.first !== -1) resolve();
      });
      socket.on("close", () => {
        client.faults.push("The platform closed the stream.");
        reject(new Error("The platform closed a stream."));
      });
      socket.on("error", reject);
    });
    return client;
  }

  close(): void {
    this.#socket.removeAllListeners("close").destroy();
  }

  #take(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      const frame = frameAt(bytes, at);
      if (!frame) break;
      if (frame.opcode === 1) this.#read(bytes, frame.start, frame.end);
      else if (frame.opcode === 9) this.#socket.write(emptyPong);
      at = frame.end;
    }
    this.#rest = bytes.subarray(at);
  }

  #read(bytes: Buffer, start: number, end: number): void {
    if (bytes.compare(eventStart, 0, eventStart.length, start, start + eventStart.length) !== 0) {
      this.#readOther(bytes.toString("utf8", start, end));
      return;
    }
    let seq = 0;
    for (let at = start + eventStart.length; ; at++) {
      const digit = bytes[at]! - 48;
      if (digit < 0 || digit > 9) break;
      seq = seq * 10 + digit;
    }
    if (seq !== this.last + 1) this.faults.push(`${seq} follows ${this.last}.`);
    this.last = seq;
    if (seq % sampleEvery !== 0) return;
    const { record } = JSON.parse(bytes.toString("utf8", start, end)) as {
      record: { fields?: { at?: number } };
    };
    if (record.fields?.at !== undefined) this.delays.push(Date.now() - record.fields.at);
  }

  #readOther(text: string): void {
    const message = JSON.parse(text) as { op: string; after?: { logs: number } };
    if (message.op !== "subscribed") this.faults.push(text);
    else this.first = this.last = message.after!.logs;
  }
}

/** Returns the frame that begins at `at`, or undefined if it is incomplete. */
function frameAt(bytes: Buffer, at: number): { opcode: number; start: number; end: number } | undefined {
  if (bytes.length < at + 2) return undefined;
  const opcode = bytes[at]! & 15;
  const short = bytes[at + 1]! & 127;
  const start = at + (short < 126 ? 2 : 4);
  if (short === 127) throw new Error("The platform sent a message of more than 64 KiB.");
  if (bytes.length < start) return undefined;
  const end = start + (short < 126 ? short : bytes.readUInt16BE(at + 2));
  return bytes.length < end ? undefined : { opcode, start, end };
}

const emptyPong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** Clients must mask their frames; a mask of zeros leaves the text as it is. */
function maskedFrame(text: string): Buffer {
  const length = Buffer.from([0x81, 0x80 | 126, 0, 0, 0, 0, 0, 0]);
  length.writeUInt16BE(Buffer.byteLength(text), 2);
  return Buffer.concat([length, Buffer.from(text)]);
}
