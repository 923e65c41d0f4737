"""Add the bot's folder to the module search path, as the platform does."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
