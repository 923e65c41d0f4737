import packet from "dns-packet";

/** What is answered to a question for a name. */
export type Found = { address: string } | "absent" | "unavailable";

/** A name server's longest message over UDP without extensions, which is more than a question for one name needs. */
const longest = 512;
const responseFlag = 1 << 15;
const codes = { absent: 3, unavailable: 2 };

/** Bots may keep an address: it stays theirs. */
const seconds = 30;

/** A question that can be answered. */
export interface Question {
  id: number;
  /** In lower case, without a final dot. */
  name: string;
  type: string;
  asked: packet.Question;
}

/** Reads a question; `undefined` if it is malformed, and then it is not answered. */
export function readQuestion(bytes: Buffer): Question | undefined {
  if (bytes.length > longest || bytes.length < 12 || bytes.readUInt16BE(2) & responseFlag) return undefined;
  // Of a number of questions the decoder would read as many as the message says.
  if (bytes.readUInt16BE(4) !== 1) return undefined;
  try {
    const { id = 0, opcode, questions } = packet.decode(bytes) as packet.DecodedPacket & { opcode?: string };
    const [asked] = questions ?? [];
    if (!asked || opcode !== "QUERY" || (asked.class ?? "IN") !== "IN") return undefined;
    return { id, name: asked.name.toLowerCase().replace(/\.$/, ""), type: asked.type, asked };
  } catch {
    return undefined;
  }
}

/** Names have an IPv4 address, and nothing else. */
export function answerTo({ id, asked, type }: Question, found: Found): Buffer {
  const code = typeof found === "object" ? 0 : codes[found];
  const answers =
    typeof found === "object" && type === "A"
      ? [{ type: "A" as const, name: asked.name, ttl: seconds, data: found.address }]
      : [];
  return packet.encode({
    type: "response",
    id,
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | code,
    questions: [asked],
    answers,
  });
}
