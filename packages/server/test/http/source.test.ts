import { expect, test } from "vitest";
import { networkOf, sourceOf } from "../../src/doors/http/source.ts";

test("a client is an IPv4 address or a /64 of IPv6, in a larger network", () => {
  for (const [address, source, network] of [
    ["203.0.113.7", "203.0.113.7", "203.0.113.0/24"],
    ["::ffff:203.0.113.7", "203.0.113.7", "203.0.113.0/24"],
    ["127.0.0.2", "127.0.0.1", "127.0.0.0/24"],
    ["::1", "127.0.0.1", "127.0.0.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:db8::", "2001:db8:0:0::/64", "2001:db8:0::/48"],
    ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
    ["", "", ""],
  ] as const) {
    expect(sourceOf(address), address).toBe(source);
    expect(networkOf(source), source).toBe(network);
  }
});
