"""A function that numba compiles, and keeps in the bot's cache."""

from numba import njit


@njit(cache=True)
def triangle(n: int) -> int:
    """Return the sum of the numbers up to n."""
    total = 0
    for number in range(n + 1):
        total += number
    return total
