import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { until } from "../../../repo/src/drive/platform.ts";
import { PostgresServer } from "../../../repo/src/drive/postgres.ts";
import { onceMade } from "../../src/errors/in-doubt.ts";
import { openPostgres, type PostgresStore } from "../../src/store/postgres/database.ts";
import { insertUser } from "../../src/store/sql/users.ts";

let server: PostgresServer;
let store: PostgresStore;
const folder = mkdtempSync(join(tmpdir(), "botyard-in-doubt-"));

beforeAll(async () => {
  server = await PostgresServer.start();
  const holder = { name: "a test", folder };
  store = await openPostgres(server.url("postgres"), { holder, onLost: () => {} });
});
afterAll(async () => {
  await store?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

/** Commits are not answered while there is a name of a standby that is not there. */
async function waitForStandby(name: string): Promise<void> {
  await server.query("postgres", `alter system set synchronous_standby_names to '${name}'`);
  await server.query("postgres", "select pg_reload_conf()");
  await until(async () => {
    const [row] = await server.query<{ synchronous_standby_names: string }>(
      "postgres",
      "show synchronous_standby_names",
    );
    return row?.synchronous_standby_names === name;
  });
}

const user = (name: string) => ({ id: `user_${name}`, name, created_at: new Date().toISOString() });
const names = async () =>
  (await server.query<{ name: string }>("postgres", "select name from users order by name")).map(
    ({ name }) => name,
  );

test("a commit that is not answered is refused soon, and what follows it is done once it is known that it was made", async () => {
  await waitForStandby("absent");
  const refused = await insertUser(store.soon, user("soon")).then(
    () => expect.unreachable("acknowledged although the standby does not have it"),
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code: "store_unavailable" });
  const follow = vi.fn();
  onceMade(refused, follow);
  // The engine waits for as long as it takes.
  const patient = insertUser(store.patient, user("patient"));
  const isOver = vi.fn();
  void patient.then(isOver);
  await expect(store.soon.main.selectFrom("users").select("id").execute()).resolves.toEqual([]);
  expect(follow).not.toHaveBeenCalled();
  expect(isOver).not.toHaveBeenCalled();

  await waitForStandby("");
  await patient;
  await vi.waitFor(() => expect(follow).toHaveBeenCalledOnce(), 20_000);
  expect(await names()).toEqual(["patient", "soon"]);
});
