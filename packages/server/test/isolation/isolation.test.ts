import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operations } from "../../src/operations/index.ts";
import { type Client, openPlatform, type TestPlatform } from "../http/harness.ts";
import { botFiles, contentsArchive, listOf, sha256 } from "../http/listed-packages.ts";
import { packageOf } from "../http/packages.ts";
import type { Door, Input, OperationName, Seen } from "./door.ts";
import { restDoor } from "./rest-door.ts";
import { toolDoor } from "./tool-door.ts";

/** Add a door here, and every test below runs through it too. */
const doors: readonly Door[] = [restDoor(), toolDoor()];

/** What belongs to the owner, by the names of the operations' parameters. */
type Things = Record<"bot_id" | "run_id" | "key_id" | "custom_bot" | "user" | "secret", string>;

/** The code of a device belongs to no user until a user decides on it. */
const ofNobody: OperationName[] = ["getDeviceSignIn", "approveDeviceSignIn", "denyDeviceSignIn"];

/** Of the same lengths as the owner's, so that the lengths of answers can be compared. */
const missing: Things = {
  bot_id: "bot_00000000000000000000000000",
  run_id: "run_00000000000000000000000000",
  key_id: "0000000000",
  custom_bot: "nonesuch",
  user: "nobody",
  secret: "nonesuch",
};

/** For each operation that names something: an input that is valid apart from what it names. */
const naming: { [Name in OperationName]?: (of: Things) => Input } = {
  createApiKey: ({ user }) => ({ name: "stolen", user }),
  listApiKeys: ({ user }) => ({ user }),
  revokeApiKey: ({ key_id }) => ({ id: key_id }),
  addUser: ({ user }) => ({ name: user }),
  disableUser: ({ user }) => ({ name: user }),
  enableUser: ({ user }) => ({ name: user }),
  createSignInLink: ({ user }) => ({ name: user }),
  getCustomBot: ({ custom_bot }) => ({ name: custom_bot }),
  listCustomBotVersions: ({ custom_bot }) => ({ name: custom_bot }),
  getCustomBotSchema: ({ custom_bot }) => ({ name: custom_bot, version: "1.0.0" }),
  getCustomBotReadme: ({ custom_bot }) => ({ name: custom_bot, version: "1.0.0" }),
  deleteCustomBotVersion: ({ custom_bot }) => ({ name: custom_bot, version: "1.0.0" }),
  createBot: ({ custom_bot }) => ({
    config: {
      name: "stolen",
      type: `scheduled/${custom_bot}`,
      version: "1.0.0",
      schedule: "0 0 1 1 *",
      config: {},
    },
  }),
  getUsage: ({ user }) => ({ user }),
  cutNetwork: ({ user }) => ({ user }),
  restoreNetwork: ({ user }) => ({ user }),
  listBots: ({ user }) => ({ user }),
  listBotOverviews: ({ user, bot_id }) => ({ user, ids: bot_id }),
  rollBackBot: ({ bot_id }) => ({ bot_id, to: 1 }),
  patchBot: ({ bot_id }) => ({ bot_id, config: { name: "stolen" } }),
  waitForBot: ({ bot_id }) => ({ bot_id, status: "failed", timeout: 0 }),
  waitForRun: ({ run_id }) => ({ run_id, timeout: 0 }),
  getState: ({ bot_id }) => ({ bot_id, key: "balance" }),
  putState: ({ bot_id }) => ({ bot_id, key: "balance", value: 8 }),
  deleteState: ({ bot_id }) => ({ bot_id, key: "balance" }),
  getSecret: ({ secret }) => ({ name: secret }),
  applySecret: ({ secret }) => ({ name: secret }),
  deleteSecret: ({ secret }) => ({ name: secret }),
  queryBot: ({ bot_id }) => ({ bot_id, query: { query_path: "/status" } }),
};

/** Operations that name nothing, with an input for a user that has nothing. */
const nameless: { [Name in OperationName]?: () => Input | Promise<Input> } = {
  getAuthStatus: () => ({}),
  createApiKey: () => ({ name: "own" }),
  listApiKeys: () => ({}),
  addUser: () => ({ name: "another" }),
  listUsers: () => ({}),
  getUsage: () => ({}),
  listUsage: () => ({}),
  listCustomBots: () => ({}),
  uploadCustomBot: async () => ({ archive: await packageOf({ name: "precious", version: "9.9.9" }) }),
  uploadFileList: () => ({ list: Buffer.from(listOf(botFiles("precious"))) }),
  sendFiles: async () => ({ archive: await contentsArchive([[sha256("own"), "own"]]) }),
  listBots: () => ({}),
  listBotOverviews: () => ({}),
  cutNetwork: () => ({}),
  restoreNetwork: () => ({}),
  listSecrets: () => ({}),
  setSecret: () => ({ name: "own", value: "own-value" }),
  getSystem: () => ({}),
  getSystemHistory: () => ({}),
};

/** Returns the input of an operation that names something, also of one that names only a bot or a run. */
function inputOf(name: OperationName): ((of: Things) => Input) | undefined {
  if (naming[name]) return naming[name];
  const [id, ...others] = Object.keys(operations[name].input.properties).filter((property) =>
    /^(bot|run)_id$/.test(property),
  ) as ("bot_id" | "run_id")[];
  return id !== undefined && (others.length === 0 || id === "bot_id")
    ? (of) => ({ [id]: of[id] })
    : undefined;
}

let at: TestPlatform;
let owner: Client;
let stranger: Client;
let theirs: Things;
/** The tables that are read, in order: answers that need the same reads take the same time. */
let reads: string[] = [];
beforeAll(async () => {
  at = await openPlatform();
  owner = await at.user("owner0");
  theirs = { ...missing, custom_bot: "precious", user: "owner0" };
  theirs.bot_id = await owner.bot("precious", { type: "scheduled", queries: true, readme: "# Mine" });
  theirs.run_id = (await owner.post(`/bots/${theirs.bot_id}/run`)).json.id;
  theirs.key_id = (await owner.get("/auth/status")).json.key.id;
  await owner.ask("PUT", "/secrets/precious", { body: { value: "precious-value" } });
  theirs.secret = "precious";
  await owner.post(`/bots/${theirs.bot_id}/stop`);
  await owner.get(`/bots/${theirs.bot_id}/wait?status=stopped&timeout=5`);
  expect((await owner.ask("PUT", `/bots/${theirs.bot_id}/state/balance`, { body: 7 })).status).toBe(204);
  const { main } = at.store;
  const select = main.selectFrom.bind(main);
  vi.spyOn(main, "selectFrom").mockImplementation(((table: string) => {
    reads.push(table);
    return select(table as never);
  }) as never);
});
afterAll(() => at.close());

async function world(): Promise<string[]> {
  const { bot_id, run_id } = theirs;
  const paths = [
    "/bots",
    "/custom-bots",
    "/custom-bots/precious/versions",
    `/bots/${bot_id}/state/balance`,
    `/bots/${bot_id}/runs`,
    `/runs/${run_id}`,
    `/events?bot_id=${bot_id}`,
    `/bots/${bot_id}/network`,
    "/secrets/precious",
  ];
  const texts = await Promise.all(paths.map(async (path) => (await owner.get(path)).text));
  return [...texts, (await owner.get("/auth/status")).json.key.id];
}

test("every operation is in the matrix", () => {
  const covered = (Object.keys(operations) as OperationName[]).filter(
    (name) => inputOf(name) ?? nameless[name] ?? ofNobody.includes(name),
  );
  expect(covered).toEqual(Object.keys(operations));
});

describe.each(doors)("through $name", (door) => {
  // Each door has a stranger of its own, who owns nothing yet.
  beforeAll(async () => {
    stranger = await at.user(`stranger${doors.indexOf(door)}`);
    await stranger.get("/auth/status");
  });
  const named = door.operations.filter((name) => {
    const input = name in operations && inputOf(name);
    return input && (door.takes?.(name, input(missing)) ?? true);
  });

  test.each(named)(
    "%s answers for another user's things as for unknown ones, and changes nothing",
    async (name) => {
      const input = inputOf(name)!;
      const before = await world();
      const seen = async (of: Things): Promise<Seen & { reads: string[] }> => {
        reads = [];
        const answer = await door.call(stranger, name, input(of));
        return { ...answer, body: anonymous(answer.body, of), reads };
      };
      const foreign = await seen(theirs);
      const unknown = await seen(missing);
      expect(foreign.refused).toBe(true);
      expect(foreign.status).toBeLessThan(500);
      expect(foreign).toEqual(unknown);
      expect(await world()).toEqual(before);
    },
  );

  test.each(door.operations.filter((name) => nameless[name]))(
    "%s shows nothing of another user",
    async (name) => {
      // A user of its own: what the operation adds must not be there for other tests, in any order.
      const newcomer = await at.user(`newcomer${doors.indexOf(door)}-${name.toLowerCase()}`);
      const before = await world();
      const { body } = await door.call(newcomer, name, await nameless[name]!());
      for (const thing of [theirs.bot_id, theirs.run_id, theirs.key_id, theirs.user]) {
        expect(body).not.toContain(thing);
      }
      expect(await world()).toEqual(before);
    },
  );
});

/** The body without what the caller sent and what differs between any two answers. */
function anonymous(body: string, of: Things): string {
  let text = body.replace(/"request_id":"[^"]*"/, "");
  for (const [name, thing] of Object.entries(of)) text = text.replaceAll(thing, `<${name}>`);
  return text;
}
