# Ignores every signal that it may ignore.
import signal
import time

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
while True:
    time.sleep(600)
