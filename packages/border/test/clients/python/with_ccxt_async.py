import asyncio
import os
import sys

import ccxt.pro

settings = {"cafile": os.environ["SSL_CERT_FILE"]}


async def fetch_time(name):
    async with getattr(ccxt.pro, name)(settings) as exchange:
        print(await exchange.fetch_time())


class Echo(ccxt.pro.kraken):
    def handle_message(self, client, message):
        client.resolve(message["say"], "echo")


async def watch(url):
    async with Echo(settings) as exchange:
        print(await exchange.watch(url, "echo", {"say": "hello"}, "echo"))


asyncio.run((watch if ":" in sys.argv[1] else fetch_time)(sys.argv[1]))
