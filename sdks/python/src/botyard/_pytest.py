"""The plugin for pytest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from . import testing

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def bot() -> Iterator[testing.Bot]:
    """A bot whose config is empty until the test changes it; see `botyard.testing`."""
    with testing.Bot() as bot:
        yield bot
