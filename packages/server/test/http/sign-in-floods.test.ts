import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { crowdedSource } from "../../src/selection/crowded-source.ts";
import { serviceStoreOf } from "../../src/store/sql/service-store.ts";
import { DeviceSignIns, pendingAtMost } from "../../src/users/device-sign-ins.ts";
import { openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
afterEach(() => at?.close());

const perMinute = 30;
/** Statuses of sign-ins that are begun one after the other, by way of a proxy if `client` is given. */
async function begin(times: number, client?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) {
    const headers = client === undefined ? {} : { "x-forwarded-for": client };
    statuses.push((await at.client(undefined).post("/device/code", {}, headers)).status);
  }
  return statuses;
}
const sources = async () => {
  const rows = await at.store.main.selectFrom("device_sign_ins").select(["source", "network"]).execute();
  return [...new Set(rows.map(({ source, network }) => `${source} in ${network}`))];
};

const asRoot = process.getuid?.() === 0;
/** The user of a bot, if the platform is root. */
const botUser = 700_000_001;

/** Begins sign-ins on one connection, as a program of another user of this machine. */
async function beginAs(uid: number, times: number, client: string): Promise<number[]> {
  const header = `Host: x\\r\\nX-Forwarded-For: ${client}\\r\\nContent-Type: application/json\\r\\nContent-Length: 2`;
  const request = `POST /api/v1/device/code HTTP/1.1\\r\\n${header}`;
  const script = `exec 3<>/dev/tcp/127.0.0.1/${at.platform.port}
    for n in $(seq ${times - 1}); do printf '${request}\\r\\n\\r\\n{}' >&3; done
    printf '${request}\\r\\nConnection: close\\r\\n\\r\\n{}' >&3
    cat <&3`.replaceAll("\\\\", "\\");
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { uid, gid: uid, cwd: "/" });
  return [...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
}

test("a client begins 30 sign-ins a minute, and its header X-Forwarded-For changes nothing", async () => {
  at = await openPlatform();
  const before = await begin(perMinute, "203.0.113.7");
  expect(before).toEqual(Array(perMinute).fill(200));
  expect(await begin(2, "203.0.113.8")).toEqual([429, 429]);
  const user = process.platform === "linux" ? `127.0.0.1 user ${process.getuid?.()}` : "127.0.0.1";
  const network = process.platform === "linux" ? user : "127.0.0.0/24";
  expect(await sources()).toEqual([`${user} in ${network}`]);
});

test.skipIf(!asRoot)(
  "clients of a trusted proxy are told apart, and those of one network of IPv6 are one",
  async () => {
    at = await openPlatform({ settings: { trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"] } });
    expect((await begin(perMinute + 1, "203.0.113.7")).at(-1)).toBe(429);
    // A client writes a header of its own, and a second proxy adds the client's address.
    expect(await begin(1, "192.0.2.1, 203.0.113.7, 10.0.0.7")).toEqual([429]);
    expect(await begin(1, "203.0.113.8")).toEqual([200]);
    expect((await begin(perMinute + 1, "2001:db8:1:2::1")).at(-1)).toBe(429);
    expect(await begin(2, "2001:db8:1:2:ffff::2")).toEqual([429, 429]);
    expect(await begin(1, "2001:db8:1:3::1")).toEqual([200]);
    expect(await begin(1, "no address")).toEqual([200]);
    expect(await sources()).toEqual([
      "203.0.113.7 in 203.0.113.0/24",
      "203.0.113.8 in 203.0.113.0/24",
      "2001:db8:1:2::/64 in 2001:db8:1::/48",
      "2001:db8:1:3::/64 in 2001:db8:1::/48",
      "127.0.0.1 in 127.0.0.0/24",
    ]);
  },
);

test.skipIf(!asRoot)(
  "a bot that floods sign-ins, and names clients as a proxy does, shuts nobody else of the machine out",
  async () => {
    at = await openPlatform({ settings: { trustedProxies: ["127.0.0.1"] } });
    const statuses = [];
    for (let n = 0; n < perMinute + 5; n++) statuses.push(...(await beginAs(botUser, 1, `203.0.113.${n}`)));
    expect(statuses).toEqual([...Array(perMinute).fill(200), ...Array(5).fill(429)]);
    expect(await sources()).toEqual([`127.0.0.1 user ${botUser} in 127.0.0.1 user ${botUser}`]);
    expect(await begin(1)).toEqual([200]);
    expect(await begin(1, "203.0.113.1")).toEqual([200]);
  },
);

test("the oldest pending sign-ins of a source go first, when it or the platform has too many", async () => {
  at = await openPlatform();
  let now = Date.now();
  const clock = { ...systemClock, now: () => new Date(now++) };
  const devices = new DeviceSignIns(serviceStoreOf(at.store), clock, at.platform.keys);
  const from = async (source: string, network: string) =>
    (await devices.begin({ client: "x", scopes: ["read"], source, network })).user_code;
  const mine = await from("203.0.113.7", "203.0.113.0/24");
  const first = await from("198.51.100.1", "198.51.100.0/24");
  const second = await from("198.51.100.1", "198.51.100.0/24");
  for (let n = 2; n < pendingAtMost.source; n++) await from("198.51.100.1", "198.51.100.0/24");
  expect((await devices.find(first)).client).toBe("x");
  await from("198.51.100.1", "198.51.100.0/24");
  await expect(devices.find(first)).rejects.toMatchObject({ code: "user_code_not_found" });
  await devices.decide(second, (await at.platform.users.ensure("admin")).id, "approved");
  for (let n = 0; n < pendingAtMost.all; n++) await from(`2001:db8:0:${n}::/64`, "2001:db8:0::/48");
  expect((await devices.find(mine)).client).toBe("x");
  for (let n = 0; n < pendingAtMost.all; n++)
    await from(`10.${n >> 8}.${n & 255}.1`, `10.${n >> 8}.${n & 255}.0/24`);
  const { count } = await at.store.main
    .selectFrom("device_sign_ins")
    .select((e) => e.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(pendingAtMost.all + 1);
});

test("a sign-in takes the place of one of its source, of its network, or of the network with the most", () => {
  const bounds = { source: 3, network: 5, all: 8 };
  const pending = (counts: Record<string, number>) =>
    Object.entries(counts).map(([source, count], n) => ({
      ...{ source, network: source[0]!, count, oldest: String(9 - n) },
    }));
  const asked: [Record<string, number>, string, string | undefined][] = [
    [{}, "a1", undefined],
    [{ a1: 2, a2: 2 }, "a1", undefined],
    [{ a1: 3 }, "a1", "a1"],
    [{ a1: 3 }, "a2", undefined],
    [{ a1: 3, a2: 2 }, "a3", "a1"],
    [{ a1: 3, a2: 2 }, "b1", undefined],
    [{ a1: 2, a2: 2, b1: 3, c1: 1 }, "d1", "a2"],
    [{ a1: 1, a2: 1, b1: 1, b2: 2, b3: 2, c1: 1 }, "d1", "b3"],
    [{ a1: 2, b1: 2, c1: 2, d1: 2 }, "e1", "d1"],
  ];
  for (const [counts, source, gone] of asked)
    expect(crowdedSource(pending(counts), { source, network: source[0]! }, bounds)).toBe(gone);
});
