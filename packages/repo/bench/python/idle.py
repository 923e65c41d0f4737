"""A realtime bot between two looks: it writes a metric and waits."""

import signal

from botyard import metric

metric("price", {"symbol": "AAPL", "value": 187.5})
signal.pause()
