import asyncio
import sys

import aiohttp


async def main(url):
    # Resolves names by aiodns, that is by c-ares, instead of the C library.
    connector = aiohttp.TCPConnector(resolver=aiohttp.AsyncResolver())
    async with aiohttp.ClientSession(connector=connector) as session:
        if url.startswith("wss:"):
            async with session.ws_connect(url) as socket:
                await socket.send_str("hello")
                print(await socket.receive_str())
        else:
            async with session.get(url) as response:
                print(await response.text())


asyncio.run(main(sys.argv[1]))
