// Times `metric` and the same bytes by Node's own stream, which writes each at once, in turn.
import { metric } from "@botyard/sdk";

const [rounds, calls] = process.argv.slice(2).map(Number);
const data = { symbol: "AAPL", value: 187.5, change_pct: 0.125 };
const line = Buffer.from(
  '{"_metric":"price","timestamp":"2026-01-01T00:00:00.000Z",' +
    '"data":{"symbol":"AAPL","value":187.5,"change_pct":0.125}}\n',
);

const sides = {
  async sdk() {
    for (let n = 0; n < calls; n++) metric("price", data);
  },
  async bare() {
    for (let n = 0; n < calls; n++) process.stdout.write(line);
    // The stream reports its writes later; this is part of its work.
    await new Promise((resolve) => process.stdout.write("", resolve));
  },
};

const times = { sdk: [], bare: [] };
for (let round = 0; round < rounds; round++)
  for (const [name, side] of Object.entries(sides)) {
    const began = process.hrtime.bigint();
    await side();
    times[name].push(Number(process.hrtime.bigint() - began) / calls);
  }
console.error(JSON.stringify(times));
