"""Escapes texts in files that are opened in spreadsheets, which run cells that look like formulas."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠\t\r\n]")


def escape_formula(text: str) -> str:
    """Prefix a text with an apostrophe if a spreadsheet would read it as a formula.

    A text that looks escaped already gets another one, so that `unescape_formula` restores any text.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_formula(text: str) -> str:
    """The text of which `escape_formula` made this cell; any other as it is."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
