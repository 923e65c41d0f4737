import sys

from curl_cffi import requests

# As which browser it appears, if as any.
*browser, url = sys.argv[1:]
print(requests.get(url, impersonate=browser[0] if browser else None).text)
