import ccxt from "ccxt";

class Echo extends ccxt.pro.kraken {
  handleMessage(client, message) {
    client.resolve(message.say, "echo");
  }
}

const [what] = process.argv.slice(2);
if (what.startsWith("wss:")) {
  const exchange = new Echo();
  console.log(await exchange.watch(what, "echo", { say: "hello" }, "echo"));
  await exchange.close();
} else {
  console.log(await new ccxt[what]().fetchTime());
}
