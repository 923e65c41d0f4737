import { defineCommand } from "../../command.ts";
import { failed, usage } from "../../failure.ts";
import { counted } from "../../output/counted.ts";
import { table } from "../../output/table.ts";
import { readPlace } from "../../store/places.ts";

export default defineCommand<{ from?: string; to?: string; again?: boolean }>({
  about: [
    "Copies all records of a platform from SQLite to PostgreSQL or back, while no platform uses either of them. The source is only read. When everything is written, it is read again and compared with what was read from the source; the rows of each table and their checksum are printed.",
    "Until then the target is incomplete: platform serve refuses it, and so does a second copy. With --again, what an incomplete copy has left is removed first. A target with other records is always refused.",
    "The password of PostgreSQL is not accepted as an argument. Give it by PGPASSWORD, or by ~/.pgpass or the file that PGPASSFILE names.",
    "The contents of packages are copied with the records. The key of the secrets, the state of bots and the rest of the data folder stay where they are: go on with the same data folder.",
  ],
  examples: [
    [
      "Move the records of a data folder to PostgreSQL",
      "platform store copy --from sqlite:data --to postgres://botyard@db.example/botyard",
    ],
    ["Move them back", "platform store copy --from postgres://botyard@db.example/botyard --to sqlite:data"],
  ],
  options: [
    { flags: "--from <store>", help: "sqlite:DATA, or postgres://USER@HOST/DATABASE" },
    { flags: "--to <store>", help: "the other of the two, without records" },
    { flags: "--again", help: "remove what an incomplete copy has left in the target" },
  ],
  json: ["table", "rows", "checksum"],
  exits: [
    "1 if a store is in use or cannot be used, the target has records, or the copy differs from its source.",
  ],
  async run(context, _args, { from: fromText, to: toText, again = false }) {
    const from = readPlace("--from", fromText, context.cwd);
    const to = readPlace("--to", toText, context.cwd);
    if ("url" in from === "url" in to)
      throw usage(
        "url" in from
          ? "--from and --to are both PostgreSQL. Copy a database with the tools of the server: pg_dump and pg_restore."
          : "--from and --to are both SQLite. Copy a data folder with platform backup and platform restore.",
      );
    const { copyStore } = await import("@botyard/server/store");
    const onTable = ({ table, rows }: { table: string; rows: number }) =>
      context.note(`copied ${table}: ${counted(rows, "row")}`);
    const { signal, clock } = context;
    const copied = await copyStore({ from, to, again, now: clock.now(), onTable, signal }).catch(
      (error: Error) => {
        throw failed(error.message);
      },
    );
    const rows = copied.map(({ table, rows, checksum }) => [table, String(rows), checksum]);
    const { isTTY, columns } = context.stdout;
    context.print({ items: copied }, () =>
      table(["TABLE", "ROWS", "CHECKSUM"], rows, {
        width: isTTY ? columns : undefined,
        header: context.style.dim,
      }),
    );
    const next =
      "url" in to
        ? "set PLATFORM_DATABASE_URL for platform serve, and move platform.db out of the data folder"
        : "start platform serve without PLATFORM_DATABASE_URL";
    context.note(`The copy is complete and equal to its source. Next: ${next}.`);
    return undefined;
  },
});
