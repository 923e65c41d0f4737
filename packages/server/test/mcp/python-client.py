"""Calls the tool server with the Python client in one mode, and prints what it got as JSON."""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def main(url: str, key: str, mode: str, bot_id: str) -> None:
    headers = {"x-api-key": key} if key else {}
    async with create_mcp_http_client(headers=headers) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            tools = (await client.list_tools()).tools
            found = await client.call_tool("bot_get", {"bot_id": bot_id})
            unknown = await client.call_tool("bot_get", {"bot_id": "bot_x"})
    print(
        json.dumps(
            {
                "tools": [tool.name for tool in tools],
                "found": found.structured_content,
                "same": json.loads(found.content[0].text) == found.structured_content,
                "unknown": [unknown.is_error, unknown.content[0].text],
            }
        )
    )


def messages(error: BaseException) -> list[str]:
    if isinstance(error, BaseExceptionGroup):
        return [text for each in error.exceptions for text in messages(each)]
    return [str(error)]


try:
    asyncio.run(main(*sys.argv[1:]))
except BaseException as error:
    print(json.dumps({"errors": messages(error)}))
