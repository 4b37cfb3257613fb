"""How the operator calls this program, for commands in messages."""

from __future__ import annotations

import os

VARIABLE = "STALLAGE_COMMAND"
"""Set by the `stallage` script of a clone, which is called by its path."""


def command(words: str) -> str:
    """Return a command as it can be typed, such as `./stallage import products.csv`."""
    return f"{os.environ.get(VARIABLE) or 'stallage'} {words}"
