import koffi from "koffi";

/** Constants of Linux, the same on all its architectures that Node runs on. */
export const linux = {
  newNetwork: 0x4000_0000,
  inet: 2,
  stream: 1,
  datagram: 2,
  socketLevel: 1,
  reuseAddress: 2,
  sendBuffer: 7,
  receiveBuffer: 8,
  closeOnExec: 0o2000000,
  nonBlocking: 0o4000,
  setFlags: 0x8914,
  setAddress: 0x8916,
  setMask: 0x891c,
  isUp: 0x1,
  isRunning: 0x40,
};

const library = koffi.load(null);

/** koffi refuses more than 256 calls at once, and a network may have thousands of sockets. */
const mostAtOnce = 64;
let running = 0;
const waiting: (() => void)[] = [];

function startNext(): void {
  while (running < mostAtOnce && waiting.length > 0) {
    running++;
    waiting.shift()!();
  }
}

/** A function of the C library that is called on the only thread of libuv's pool, in the order of the calls. */
function onPool(declaration: string): (...values: unknown[]) => Promise<number> {
  const call = library.func(declaration);
  return (...values) =>
    new Promise((resolve, reject) => {
      waiting.push(() =>
        call.async(...values, (error: Error | null, result: number) => {
          running--;
          if (error) reject(error);
          else resolve(result);
          startNext();
        }),
      );
      startNext();
    });
}

export const open = onPool("int open(const char *, int)");
export const unshare = onPool("int unshare(int)");
export const setns = onPool("int setns(int, int)");
export const socket = onPool("int socket(int, int, int)");
export const bind = onPool("int bind(int, uint8_t *, int)");
export const setsockopt = onPool("int setsockopt(int, int, int, uint8_t *, int)");
export const connect = onPool("int connect(int, uint8_t *, int)");
export const ioctl = onPool("int ioctl(int, unsigned long, uint8_t *)");
export const threadId = onPool("int gettid()");

/** Returns a `struct sockaddr_in`. */
export function socketAddress(address: string, port: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16LE(linux.inet, 0);
  bytes.writeUInt16BE(port, 2);
  Buffer.from(address.split(".").map(Number)).copy(bytes, 4);
  return bytes;
}

/** Returns a `struct ifreq` for an interface. */
export function interfaceRequest(name: string, value: Buffer): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write(name, "latin1");
  value.copy(bytes, 16);
  return bytes;
}
