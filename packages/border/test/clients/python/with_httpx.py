import sys

import httpx

with httpx.Client(http2=True) as client:
    print(client.get(sys.argv[1]).text)
