import { expect, test } from "vitest";
import { objectionTo } from "../src/outside/judge.ts";

test.each([
  [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.1",
    "192.0.2.1",
  ],
  ["192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.80", "224.0.0.1", "240.0.0.1"],
  ["255.255.255.255", "::", "::1", "::ffff:93.184.216.34", "::ffff:127.0.0.1", "64:ff9b::5db8:d822"],
  ["64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "5f00::1", "fc00::1"],
  ["fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "::93.184.216.34", "168.63.129.16"],
])("no bot connects to %s, %s, %s, …", (...addresses) => {
  for (const address of addresses)
    expect([address, objectionTo(address)]).toEqual([address, "private_address"]);
});

test("a bot connects to public addresses, but not to those of the machine", () => {
  for (const address of ["93.184.216.34", "8.8.8.8", "2606:2800:21f::1"])
    expect(objectionTo(address)).toBeUndefined();
  expect(objectionTo("8.8.8.8", new Set(["8.8.8.8"]))).toBe("own_address");
  expect(objectionTo("2606:2800:21F::1", new Set(["2606:2800:21f:0:0:0:0:1"]))).toBe("own_address");
});
