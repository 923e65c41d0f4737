import sys
from urllib.parse import urlsplit

import grpc

with grpc.secure_channel(urlsplit(sys.argv[1]).netloc, grpc.ssl_channel_credentials()) as channel:
    print(channel.unary_unary("/test.Echo/Echo")(b"hello").decode())
