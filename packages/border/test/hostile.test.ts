import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTimeOf } from "../src/process-identity.ts";
import { addresses, names } from "./ways.ts";
import { describeInWorld, openWorld, type World } from "./world/world.ts";

describeInWorld("hostile bots", () => {
  let world: World;
  const below = "*.many.test";

  beforeAll(async () => {
    world = await openWorld([names.listed]);
    await world.names({ [names.listed]: [addresses.listed], [below]: [addresses.other] });
    await world.listen(addresses.listed, 443, "tcp");
    await world.listen(addresses.other, 8080, "tcp");
    await world.listen(addresses.listed, 2525, "greeting");
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const python = (...lines: string[]) => ["python3", "-c", lines.join("\n")];
  const descriptors = async () => readdirSync(`/proc/${await world.border()}/fd`).length;
  /** Asks the name server of the launch for a name below many.test. */
  const ask = [
    "import os, socket",
    "def ask(name):",
    "  s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(10)",
    "  labels = [name, b'many', b'test']",
    "  s.sendto(b'id\\x01\\0\\0\\x01\\0\\0\\0\\0\\0\\0' + b''.join(bytes([len(l)]) + l for l in labels) + b'\\0\\0\\x01\\0\\x01', ('127.0.0.53', 53))",
    "  return s.recv(512)[3] & 15",
  ];

  test("a cut of a wildcard cuts every name below it", async () => {
    await world.bot("below", { hosts: [{ name: below, port: 8080 }], local: [] });
    const get = () => world.run("below", ["curl", "-sS", "http://a.many.test:8080/"]);
    expect(await get()).toMatchObject({ stdout: "ok" });
    await world.ask({ do: "cut", launch: "below", cut: [below] });
    expect((await get()).stderr).toContain("connect");
    await world.ask({ do: "cut", launch: "below", cut: [] });
    expect(await get()).toMatchObject({ stdout: "ok" });
  });

  test("names that are found on many ports are bounded by their sockets", async () => {
    const hosts = Array.from({ length: 64 }, (_, index) => ({ name: below, port: 9000 + index }));
    await world.bot("ports", { hosts, local: [] });
    const before = await descriptors();
    const found = python(...ask, "print(sum(ask(b'n%d' % n) == 0 for n in range(100)))");
    expect(await world.run("ports", found)).toMatchObject({ stdout: "100\n" });
    expect((await descriptors()) - before).toBeLessThanOrEqual(2_000);
    await world.ask({ do: "close", launch: "ports" });
    expect(await descriptors()).toBeLessThanOrEqual(before);
  }, 180_000);

  test("no network is opened for a process that has that of the host", async () => {
    const pid = await world.border();
    const process = { pid, startTime: startTimeOf(pid)! };
    const open = {
      do: "open",
      launch: "host",
      bot: "host",
      process,
      policy: { hosts: [], local: [] },
      cut: [],
    };
    await expect(world.ask(open as Parameters<World["ask"]>[0])).rejects.toThrow(
      "has the network of the host",
    );
  });

  test("a name with control characters is shown without them", async () => {
    await world.bot("escape", { hosts: [], local: [] });
    expect(await world.run("escape", python(...ask, "print(ask(b'\\x1b[2J\\n'))"))).toMatchObject({
      stdout: "3\n",
    });
    const entries = (await world.take()).find(({ bot }) => bot === "escape")!.entries;
    expect(entries).toMatchObject([{ host: "\\u001b[2j\\u000a.many.test", reason: "not_listed" }]);
  });

  test("a server that speaks first is told that the bot has ended without a byte", async () => {
    await world.bot("silent", { hosts: [{ name: names.listed, port: 2525 }], local: [] });
    const half = python(
      "import socket",
      "s = socket.create_connection(('127.77.0.1', 2525), 10); s.shutdown(socket.SHUT_WR)",
      "print(s.makefile('rb').read())",
    );
    expect(await world.run("silent", half)).toEqual({ code: 0, stderr: "", stdout: "b'220 hello\\r\\n'\n" });
  });

  test("the border goes on when a bot has used its last descriptor and a name must be resolved", async () => {
    const hosts = [names.listed, "other.many.test"].map((name) => ({ name, port: 443 }));
    await world.bot("last", { hosts, local: [] });
    const border = await world.border();
    const limit = (await descriptors()) + 8;
    await world.runOutside(["prlimit", "--pid", String(border), `--nofile=${limit}:${limit}`]);
    const exhaust = python(
      "import select, socket",
      "def refused(address):",
      "  s = socket.create_connection((address, 443), 5); held.append(s)",
      "  return select.select([s], [], [], 0.1)[0] != []",
      "held = []",
      "while not refused('127.77.0.1'): pass",
      "held.pop(); held.pop().close()",
      "print(refused('127.77.0.2'), len(held) > 2)",
    );
    expect(await world.run("last", exhaust)).toMatchObject({ stdout: "False True\n" });
    await expect(world.ask({ do: "find", launch: "last" })).resolves.toMatchObject({
      found: { bot: "last" },
    });
  }, 180_000);
});
