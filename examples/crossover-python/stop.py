"""The platform's request to stop, which is the signal SIGTERM."""

import queue
import signal

# A signal handler may put into a SimpleQueue at any time. If it set an Event that the main thread is waiting for, both
# could wait for each other.
requests: queue.SimpleQueue[int] = queue.SimpleQueue()
signal.signal(signal.SIGTERM, lambda number, _: requests.put(number))


def requested_within(seconds: float) -> bool:
    """Wait for this time, or until the bot is asked to stop. Return whether it was."""
    try:
        requests.get(timeout=seconds)
    except queue.Empty:
        return False
    return True
