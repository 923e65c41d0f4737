# Begins the sign-ins of devices without end.
import json
import os
import time
import urllib.request

url = json.loads(os.environ["BOT_CONFIG"])["url"]
headers = {"Content-Type": "application/json"}
while True:
    call = urllib.request.Request(url + "/api/v1/device/code", data=b"{}", headers=headers)
    try:
        urllib.request.urlopen(call)
    except OSError:
        time.sleep(0.001)
