import { gzipSync } from "node:zlib";

/** A tar member, valid or not. */
export type Member = {
  name: string | Buffer;
  type?: string;
  body?: string | Buffer;
  /** Size in the header (default: the length of the body). */
  size?: number | Buffer;
  mode?: number;
  linkname?: string;
  prefix?: string;
  magic?: string;
  checksum?: number;
};

/** Returns the blocks of one member. */
export function member({
  name,
  type = "0",
  body = "",
  size,
  mode = 0o644,
  linkname = "",
  ...rest
}: Member): Buffer {
  const content = Buffer.from(body);
  const header = Buffer.alloc(512);
  Buffer.from(name).copy(header, 0, 0, 100);
  header.write(`${mode.toString(8).padStart(7, "0")}\0`, 100, "latin1");
  header.write("0000000\x000000000\0", 108, "latin1");
  const claimed = size ?? content.length;
  if (typeof claimed === "number") header.write(`${claimed.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  else claimed.copy(header, 124, 0, 12);
  header.write("00000000000\0", 136, "latin1");
  header.write("        ", 148, "latin1");
  header.write(type, 156, "latin1");
  header.write(linkname, 157, "latin1");
  header.write(rest.magic ?? "ustar\x0000", 257, "latin1");
  header.write(rest.prefix ?? "", 345, "latin1");
  const sum = rest.checksum ?? header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([header, content, padding]);
}

/** Returns an extended header with these records. */
export function pax(records: Record<string, string>, type = "x"): Buffer {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    let length = rest + 1;
    while (String(length).length + rest !== length) length++;
    return `${length} ${key}=${value}\n`;
  });
  return member({ name: "PaxHeader", type, body: lines.join("") });
}

export const endMark = Buffer.alloc(1024);

/** Returns a compressed archive of members and the end-of-archive marker. */
export function archive(...members: Buffer[]): Buffer {
  return gzipSync(Buffer.concat([...members, endMark]));
}
