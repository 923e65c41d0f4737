import { expect, test } from "vitest";
import { settingsFrom } from "../../src/settings/read-settings.ts";
import { caught } from "../caught.ts";

const secret = "planted";

test.each([
  ["no URL", "records"],
  ["another scheme", `mysql://bot:${secret}@127.0.0.1/records`],
  ["no database", `postgres://bot:${secret}@127.0.0.1`],
  ["an empty database", `postgres://bot:${secret}@127.0.0.1/`],
  ["a path of two parts", `postgres://bot:${secret}@127.0.0.1/a/b`],
  ["a port that is none", `postgres://bot:${secret}@127.0.0.1:70000/records`],
  ["a slash in its password", `postgres://bot:${secret}/1@127.0.0.1/records`],
  ["a number sign in its password", `postgres://bot:${secret}#1@127.0.0.1/records`],
  ["bytes that are not UTF-8", `postgres://bot:${secret}%E0%A4@127.0.0.1/records`],
  ["a percent sign alone", `postgres://bot:${secret}%@127.0.0.1/records`],
  ["a percent sign alone in its database", `postgres://bot:${secret}@127.0.0.1/100%`],
])("a database URL with %s is refused without its text", (_what, url) => {
  const { message } = caught(() => settingsFrom({ PLATFORM_DATABASE_URL: url })) as Error;
  expect(message).toMatch(
    /^PLATFORM_DATABASE_URL is not the URL of a PostgreSQL database\. Use postgres:\/\/\S+, with special characters/,
  );
  expect(message).not.toContain(secret);
});

test.each([
  "postgres://bot@db.example/records",
  "postgresql://bot:p%40ss%2Fw%25@db.example:5433/records?sslmode=require",
  "postgres://bot@%2Fvar%2Frun%2Fpostgresql/records",
  "postgres:///records?host=/var/run/postgresql&user=bot",
  "postgres://bot@[::1]:5432/records?options=-c%20work_mem%3D8MB",
])("%s is accepted as it is", (url) => {
  expect(settingsFrom({ PLATFORM_DATABASE_URL: url })).toEqual({ databaseUrl: url });
});
