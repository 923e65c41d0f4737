import sys

import ccxt

# So that it trusts the authority of the environment.
exchange = getattr(ccxt, sys.argv[1])({"requests_trust_env": True})
print(exchange.fetch_time())
