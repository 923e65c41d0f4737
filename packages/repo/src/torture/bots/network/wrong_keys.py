# Tries keys.
import json
import os
import time
import urllib.request

url = json.loads(os.environ["BOT_CONFIG"])["url"]
while True:
    call = urllib.request.Request(url + "/api/v1/bots", headers={"Authorization": "ApiKey wrong"})
    try:
        urllib.request.urlopen(call)
    except OSError:
        time.sleep(0.001)
