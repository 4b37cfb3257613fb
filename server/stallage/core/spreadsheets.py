"""Texts in files that people open in spreadsheets, where a cell can be a formula that runs."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠\t\r\n]")


def guarded(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula: with an apostrophe before it.

    A text that looks guarded already gets one more, so that `unguarded` gives every text back.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """The text of which `guarded` made this cell; any other as it is."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
