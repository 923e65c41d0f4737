import { afterEach, beforeEach, expect, test } from "vitest";
import { packageOf } from "./packages.ts";
import { type Served, serve, Wire } from "./served.ts";

const mib = 1024 * 1024;
let at: Served;
let wires: Wire[];
beforeEach(async () => {
  at = await serve();
  wires = [];
});
afterEach(async () => {
  for (const { socket } of wires) socket.destroy();
  await at.close();
});

const head = (call: string, headers: Record<string, string>) =>
  `${call} HTTP/1.1\r\n${Object.entries({ host: "x", ...headers })
    .map((header) => `${header.join(": ")}\r\n`)
    .join("")}\r\n`;
const keyed = () => ({ authorization: `ApiKey ${at.key}` });
const wire = () => {
  const made = new Wire(at.port);
  wires.push(made);
  return made;
};
const upload = async () =>
  fetch(`${at.url}/api/v1/custom-bots`, {
    method: "POST",
    headers: { ...keyed(), "content-type": "application/gzip" },
    body: await packageOf({ name: "late" }),
  });

/** Waits until so many of the connections have an answer, and returns the statuses that there are. */
async function answered(connections: readonly Wire[], least: number): Promise<(number | undefined)[]> {
  const found = () => connections.flatMap(({ status }) => status ?? []);
  await expect.poll(() => found().length).toBeGreaterThanOrEqual(least);
  return [...new Set(found())];
}

test("200 uploads of 16 MiB that stop before their end take less than 64 MiB of memory, and all but 8 are refused", async () => {
  const before = at.memory();
  const header = { ...keyed(), "content-type": "application/gzip", "content-length": `${16 * mib + 1}` };
  const all = Array.from({ length: 200 }, wire);
  await Promise.all(
    all.map(async (one) => {
      await one.send(head("POST /api/v1/custom-bots", header));
      await one.send(Buffer.alloc(mib), 16);
    }),
  );
  expect(await answered(all, 192)).toEqual([429]);
  for (const { received } of all) if (received !== "") expect(received).toMatch(/^connection: close\r$/im);
  expect(at.memory() - before).toBeLessThan(64 * mib);
  const refused = await upload();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await refused.json()).toMatchObject({
    code: "too_many_uploads",
    detail: "8 of your uploads are in progress, which is the limit (PLATFORM_UPLOADS_PER_USER).",
  });
  for (const { socket } of all) socket.destroy();
  await expect.poll(async () => (await upload()).status).toBe(201);
});

test("JSON bodies that stop before their end are refused beyond 8 MiB of one user, and take no more memory in small pieces", async () => {
  const before = at.memory();
  const all = Array.from({ length: 12 }, wire);
  await Promise.all(
    all.map(async (one) => {
      const header = { ...keyed(), "content-type": "application/json", "transfer-encoding": "chunked" };
      await one.send(head("POST /api/v1/bots", header));
      await one.send(`10\r\n${" ".repeat(16)}\r\n`.repeat(mib / 256), 15);
    }),
  );
  expect(await answered(all, 4)).toEqual([429]);
  expect(at.memory() - before).toBeLessThan(64 * mib);
});

test("of a body from a client without a valid key, little more than 2 MiB is read", async () => {
  const before = at.bytesRead();
  const all = Array.from({ length: 20 }, wire);
  await Promise.all(
    all.map(async (one) => {
      const header = { "x-api-key": "by_wrong", "content-length": `${64 * mib}` };
      await one.send(head("POST /api/v1/custom-bots", { ...header, "content-type": "application/gzip" }));
      await one.send(Buffer.alloc(mib), 64);
    }),
  );
  expect(await answered(all, 20)).toEqual([401]);
  expect(at.bytesRead() - before).toBeLessThan(all.length * 3 * mib);
});

const refusedUploads: [number, Record<string, string>][] = [
  [401, { "x-api-key": "by_wrong", "content-type": "application/gzip" }],
  [415, { "content-type": "text/html" }],
];

test.each(refusedUploads)(
  "a refusal (%i) that does not wait for the body announces the end of the connection",
  async (status, header) => {
    const one = wire();
    const sent = { ...(status === 401 ? {} : keyed()), ...header, "content-length": `${mib}` };
    await one.send(head("POST /api/v1/custom-bots", sent));
    await expect.poll(() => one.status).toBe(status);
    expect(one.received).toMatch(/^connection: close\r$/im);
    await expect.poll(() => one.isClosed).toBe(true);
  },
);

test("a client that sends the whole of a refused body before it reads gets the answer, and the end of the connection", async () => {
  const one = wire();
  const failures: Error[] = [];
  one.socket.on("error", (error) => failures.push(error)).pause();
  const sent = { "x-api-key": "by_wrong", "content-type": "application/gzip", "content-length": `${mib}` };
  await one.send(head("POST /api/v1/custom-bots", sent));
  for (let n = 0; n < 16; n++) await new Promise((done) => one.socket.write(Buffer.alloc(mib / 16), done));
  one.socket.resume();
  await expect.poll(() => one.isClosed).toBe(true);
  expect([one.status, failures]).toEqual([401, []]);
});

test("a refusal of a request with a small body leaves the connection open for the next one", async () => {
  const one = wire();
  const sent = { "x-api-key": "by_wrong", "content-type": "application/json", "content-length": "2" };
  await one.send(`${head("POST /api/v1/bots", sent)}{}`);
  await expect.poll(() => one.status).toBe(401);
  expect(one.received).not.toMatch(/^connection: close/im);
  one.received = "";
  await one.send(head("GET /healthz", {}));
  await expect.poll(() => one.status).toBe(200);
});
