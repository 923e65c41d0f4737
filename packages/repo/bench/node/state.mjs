// Times `state.set` and a bare durable write of the same bytes in the same directory, in turn.
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { state } from "@botyard/sdk";

const rounds = Number(process.argv[2]);
const trades = Array.from({ length: 8 }, () => ({ symbol: "AAPL", price: 187.5, size: 10 }));
const value = { cash: 10250.75, trades };
const document = Buffer.from(JSON.stringify(value));
const directory = process.env.STATE_DIR;

const sides = {
  sdk: () => state.set("portfolio", value),
  bare() {
    const temporary = join(directory, ".bare");
    const file = openSync(temporary, "wx");
    writeSync(file, document);
    fsyncSync(file);
    closeSync(file);
    renameSync(temporary, join(directory, "bare"));
    const opened = openSync(directory, "r");
    fsyncSync(opened);
    closeSync(opened);
  },
};

const times = { sdk: [], bare: [] };
for (let round = 0; round < rounds; round++)
  for (const [name, side] of Object.entries(sides)) {
    const began = process.hrtime.bigint();
    side();
    times[name].push(Number(process.hrtime.bigint() - began));
  }
console.error(JSON.stringify(times));
