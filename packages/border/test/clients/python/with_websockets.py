import asyncio
import sys

import websockets


async def main(url):
    async with websockets.connect(url) as socket:
        await socket.send("hello")
        print(await socket.recv())


asyncio.run(main(sys.argv[1]))
