"""A query program that never listens."""

import time

time.sleep(3600)
