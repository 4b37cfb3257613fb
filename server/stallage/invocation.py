"""How the person at the shell calls this program, for the commands that messages name."""

from __future__ import annotations

import os

VARIABLE = "STALLAGE_COMMAND"
"""Set by the script of a clone, which is called by its path."""


def command(words: str) -> str:
    """A command as it can be typed, such as `./stallage import products.csv`."""
    return f"{os.environ.get(VARIABLE) or 'stallage'} {words}"
