"""Puts the bot's own folder where its modules are found, as the platform does."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
