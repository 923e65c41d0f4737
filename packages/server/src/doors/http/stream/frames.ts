import type { BotEvent } from "../../../model/model.ts";
import type { Channel } from "./messages.ts";

type Item = BotEvent["record"];
type Items = readonly Item[];

/** Records that are sent in one piece. */
const pieceItems = 50;

interface Encoded {
  /** The text of each record. */
  texts: string[];
  /** The messages to subscriptions, by their id. */
  frames: Map<string, Buffer>;
}

const encoded = new WeakMap<Items, Encoded>();
const pieces = new WeakMap<readonly BotEvent[], Map<Channel, readonly Items[]>>();

/**
 * Returns the records of a channel among events that were announced together, in pieces. All streams get the same
 * pieces, so that {@link framesOf} encodes each record once, however many streams there are.
 */
export function piecesOf(events: readonly BotEvent[], channel: Channel): readonly Items[] {
  const known = pieces.get(events) ?? new Map<Channel, readonly Items[]>();
  pieces.set(events, known);
  const ofChannel = () => events.filter((event) => event.channel === channel).map(({ record }) => record);
  const found = known.get(channel) ?? inPieces(ofChannel());
  known.set(channel, found);
  return found;
}

/** Divides records into pieces, between which a socket may become full: a record may be as long as a line. */
export function inPieces<Item>(items: readonly Item[]): (readonly Item[])[] {
  const count = Math.ceil(items.length / pieceItems);
  return Array.from({ length: count }, (_, n) => items.slice(n * pieceItems, (n + 1) * pieceItems));
}

/** Returns the messages with these records to the subscription `id`, as frames of the WebSocket protocol. */
export function framesOf(items: Items, channel: Channel, id: string): Buffer {
  const { texts, frames } = encoded.get(items) ?? encode(items);
  const start = `{"op":"event","id":${JSON.stringify(id)},"channel":"${channel}","seq":`;
  const found =
    frames.get(id) ?? inFrames(texts.map((text, at) => `${start}${items[at]!.seq},"record":${text}}`));
  frames.set(id, found);
  return found;
}

function encode(items: Items): Encoded {
  const texts = items.map((item) => JSON.stringify(item));
  const found = { texts, frames: new Map<string, Buffer>() };
  encoded.set(items, found);
  return found;
}

/** Encodes text messages as frames (RFC 6455, 5.2). Those of a server are not masked. */
export function inFrames(messages: readonly string[]): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => {
      const text = Buffer.from(message);
      return [headerOf(text.length), text];
    }),
  );
}

function headerOf(length: number): Buffer {
  const finalText = 0x81;
  if (length < 126) return Buffer.from([finalText, length]);
  const header = Buffer.alloc(length < 65_536 ? 4 : 10);
  header[0] = finalText;
  header[1] = length < 65_536 ? 126 : 127;
  if (length < 65_536) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
