import sys
import urllib.request

print(urllib.request.urlopen(sys.argv[1]).read().decode())
