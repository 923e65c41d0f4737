import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addresses, names } from "./ways.ts";
import { describeInWorld, openWorld, type World } from "./world/world.ts";

describeInWorld("networks of bots", () => {
  let world: World;
  const any = { hosts: [443, 80, 8080, 9000].map((port) => ({ name: "*", port })), local: [] };

  beforeAll(async () => {
    world = await openWorld([names.listed, names.other]);
    await world.names({
      [names.listed]: [addresses.listed],
      [names.other]: [addresses.other],
      [names.lan]: ["10.0.0.7"],
      [names.changing]: [addresses.listed],
      [names.gone]: [],
      "*.many.test": [addresses.other],
    });
    for (const address of [addresses.listed, addresses.other]) {
      await world.listen(address, 443, "tls");
      await world.listen(address, 80, "tcp");
      await world.listen(address, 8080, "tcp");
      await world.listen(address, 81, "tcp");
    }
    await world.listen(addresses.listed, 9000, "flood");
    await world.listen(addresses.listed, 9001, "mirror");
    await world.listen("10.0.0.7", 443, "tcp").catch(() => {});
    await world.bot("any", any);
    await world.bot("one", { hosts: [{ name: names.listed, port: 8080 }], local: [] });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const curl = (...args: string[]) => ["curl", "-sS", "--max-time", "15", ...args];
  const python = (...lines: string[]) => ["python3", "-c", lines.join("\n")];
  const reasons = async () =>
    (await world.take()).flatMap(({ entries }) => entries.flatMap(({ reason }) => reason ?? []));

  test("with every name allowed, a bot reaches public names on the allowed ports, and nothing else", async () => {
    for (const name of [names.listed, names.other])
      for (const url of [`https://${name}/`, `http://${name}/`])
        expect(await world.run("any", curl("-k", url)), url).toMatchObject({ code: 0, stdout: "ok" });
    for (const url of [`http://${names.other}:81/`, `http://${addresses.other}/`, `https://${names.lan}/`])
      expect((await world.run("any", curl("-k", url))).code, url).not.toBe(0);
    expect(await reasons()).toEqual(["private_address"]);
  });

  test("a name that changes to an address of the machine is not followed, and open connections stay", async () => {
    const held = world.run(
      "any",
      python(
        "import socket, sys, time",
        `s = socket.create_connection(("${names.changing}", 8080))`,
        "for n in range(80): s.sendall(b'echo\\n'); assert s.recv(100) == b'echo\\n'; time.sleep(0.1)",
        "print('held')",
      ),
    );
    await vi.waitFor(
      async () => expect((await world.heard()).some(({ text }) => text.includes("echo"))).toBe(true),
      {
        timeout: 10_000,
      },
    );
    await world.names({ [names.changing]: ["127.0.0.1"] });
    await world.listen("127.0.0.1", 8080, "tcp");
    const refused = () => world.run("any", curl(`http://${names.changing}:8080/`));
    await vi.waitFor(async () => expect((await refused()).stderr).toContain("reset"), { timeout: 15_000 });
    expect(await reasons()).toContain("private_address");
    expect((await world.heard()).filter(({ address }) => address === "127.0.0.1")).toEqual([]);
    expect(await held).toMatchObject({ stdout: "held\n" });
  }, 120_000);

  test("a name server that does not answer delays nobody else, and the reason is shown", async () => {
    const slow = world.run("any", curl(`http://${names.gone}/`));
    const began = performance.now();
    expect(await world.run("any", curl(`http://${names.listed}/`))).toMatchObject({ stdout: "ok" });
    const took = performance.now() - began;
    expect((await slow).code).not.toBe(0);
    expect(took).toBeLessThan((performance.now() - began) / 2);
    expect(await reasons()).toContain("resolve_failed");
  }, 120_000);

  test("connections to one host are bounded, and are possible again when others have ended", async () => {
    const open = python(
      "import socket",
      "held, lost = [], 0",
      "for n in range(300):",
      "  try:",
      `    s = socket.create_connection(("${names.listed}", 8080), 5)`,
      "    s.sendall(b'echo\\n')",
      "    if s.recv(100): held.append(s); continue",
      "  except OSError: pass",
      "  lost += 1",
      "print(len(held), lost)",
    );
    expect(await world.run("one", open)).toEqual({ code: 0, stderr: "", stdout: "256 44\n" });
    expect((await reasons()).filter((reason) => reason === "too_many_connections")).toHaveLength(1);
    await vi.waitFor(async () =>
      expect(await world.run("one", curl(`http://${names.listed}:8080/`))).toMatchObject({ stdout: "ok" }),
    );
  }, 120_000);

  test("a bot that asks for thousands of names has the newest ones, and an address is never another name's", async () => {
    const ask = python(
      "import socket",
      "found = [socket.gethostbyname(f'n{n}.many.test') for n in range(2500)]",
      "print(len(set(found)))",
      "print(socket.gethostbyname('n2499.many.test') == found[-1], socket.gethostbyname('n0.many.test') in found)",
    );
    const before = await world.borderMemory();
    expect(await world.run("any", ask)).toMatchObject({ stdout: "2500\nTrue False\n" });
    expect((await world.borderMemory()) - before).toBeLessThan(64 << 20);
  }, 180_000);

  test("a cut by a pattern refuses the hosts that it covers, and no others", async () => {
    const ask = async (name: string) => (await world.run("any", curl(`http://${name}:8080/`))).code === 0;
    expect(await ask("n1.many.test")).toBe(true);
    await world.ask({ do: "cut", launch: "any", cut: ["*.many.test"] });
    expect(await Promise.all(["n1.many.test", "n3000.many.test", names.listed].map(ask))).toEqual([
      ...[false, false, true],
    ]);
    await world.ask({ do: "cut", launch: "any", cut: [] });
    expect(await ask("n1.many.test")).toBe(true);
  });

  test("a half-closed connection still gets its answer", async () => {
    const half = python(
      "import socket, time",
      `s = socket.create_connection(("${names.listed}", 8080))`,
      `s.sendall(b"GET / HTTP/1.1\\r\\nHost: ${names.listed}\\r\\n"); s.sendall(b"\\r\\n"); s.shutdown(socket.SHUT_WR)`,
      "text = b''",
      "while True:",
      "  part = s.recv(1000)",
      "  if not part: break",
      "  text += part",
      "print(text.endswith(b'ok'))",
    );
    expect(await world.run("one", half)).toEqual({ code: 0, stderr: "", stdout: "True\n" });
  });

  test("launches that are made one after another, or at once, have a network each", async () => {
    const ids = ["first", "second", "third", "fourth"];
    const make = (id: string) => world.bot(id, { hosts: [], local: [] });
    await make("first");
    await Promise.all(ids.slice(1).map(make));
    const namespaces = [await world.runOutside(["readlink", "/proc/self/ns/net"])];
    for (const id of ids) namespaces.push(await world.run(id, ["readlink", "/proc/self/ns/net"]));
    expect(new Set(namespaces.map(({ stdout }) => stdout)).size).toBe(5);
  });

  test("much data arrives whole in both directions when both sides are slow", async () => {
    await world.bot("mirrored", { hosts: [{ name: names.listed, port: 9001 }], local: [] });
    const send = python(
      "import hashlib, os, socket, threading, time",
      "def send(s, sent):",
      "  for n in range(20):",
      "    part = os.urandom(1 << 20); sent.update(part); s.sendall(part)",
      "  s.shutdown(socket.SHUT_WR)",
      "def exchange():",
      `  s = socket.create_connection(("127.77.0.1", 9001))`,
      "  sent, received, size = hashlib.sha256(), hashlib.sha256(), 0",
      "  threading.Thread(target=send, args=(s, sent)).start()",
      "  while part := s.recv(300_000):",
      "    received.update(part); size += len(part)",
      "    if size % 7 == 0: time.sleep(0.01)",
      "  print(size >> 20, sent.hexdigest() == received.hexdigest())",
      "for n in range(4): threading.Thread(target=exchange).start()",
    );
    expect(await world.run("mirrored", send)).toEqual({ code: 0, stderr: "", stdout: "20 True\n".repeat(4) });
  }, 120_000);

  test("what a bot does not read is bounded, and what is too much of it is reset", async () => {
    await world.bot("reader", { hosts: [{ name: names.listed, port: 9000 }], local: [] });
    const before = await world.borderMemory();
    const flooded = python(
      "import socket, sys",
      "held = []",
      "for n in range(200):",
      `  s = socket.create_connection(("127.77.0.1", 9000)); s.sendall(b'x\\n'); held.append(s)`,
      "sys.stdin.read()",
    );
    // The second time shows that connections that ended have given back what they held.
    for (const time of ["first", "second"]) {
      const stop = await world.start("reader", flooded);
      // Buffers of the kernel and of the border are full when the server can write no more.
      let last = -1;
      await vi.waitFor(
        async () => {
          const written = await world.flooded();
          const isSame = written > 0 && written === last;
          last = written;
          expect(isSame).toBe(true);
        },
        { timeout: 20_000, interval: 500 },
      );
      const reader = (await world.take()).find(({ bot }) => bot === "reader")!;
      // 8 MiB for all, 64 KiB for each.
      expect(reader.connections, time).toBeLessThanOrEqual(140);
      expect(reader.connections, time).toBeGreaterThanOrEqual(100);
      expect(reader.entries.map(({ reason }) => reason)).toContain("too_much_unsent");
      expect((await world.borderMemory()) - before).toBeLessThan(64 << 20);
      await world.stop(stop);
    }
  }, 180_000);
});
