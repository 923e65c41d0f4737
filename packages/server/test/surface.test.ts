import { expect, test } from "vitest";
import * as server from "../src/index.ts";

test("the server exports exactly these names", () => {
  expect(Object.keys(server).sort()).toEqual([
    "DataDirLockedError",
    "HostUnusableError",
    "PortTakenError",
    "SettingsError",
    "defaultSettings",
    "readServices",
    "startPlatform",
  ]);
});
